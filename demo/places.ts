import type { Dice } from './dice.ts';

/** Reserved for examples, so their location is always unknown. */
const V4_NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];
/** The guest list folds a /24 with more than 20 guests, so later guests come from the /48 networks of 2001:db8::/32. */
const V4_GUESTS_OF_A_NETWORK = 15;

export function guestIp(index: number): string {
  const v4 = Math.floor(index / 2);
  if (index % 2 === 0 && v4 < V4_GUESTS_OF_A_NETWORK * V4_NETWORKS.length)
    return `${V4_NETWORKS[v4 % V4_NETWORKS.length]}.${20 + ((v4 * 13) % 220)}`;
  return `2001:db8:${((0x1000 + index * 977) % 0xffff).toString(16)}::${(1 + (index % 250)).toString(16)}`;
}

export const homeIp = (dice: Dice) =>
  dice.chance(0.6)
    ? `${dice.pick(V4_NETWORKS)}.${dice.between(10, 250)}`
    : `2001:db8:${dice.between(0x100, 0xfff).toString(16)}::${dice.between(1, 0xffff).toString(16)}`;

const LOCATIONS = ['Germany', 'Norway', 'United Kingdom', 'Unknown', 'France'];

/** For guests of the past only: the location of a guest who comes over HTTP follows from the address. */
export const guestLocation = (index: number) => LOCATIONS[index % LOCATIONS.length] as string;

const USER_AGENTS = [
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];

export const userAgent = (dice: Dice) => dice.pick(USER_AGENTS);
