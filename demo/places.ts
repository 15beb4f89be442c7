import type { Dice } from './dice.ts';

/** Networks of large providers, so that the location data has their country. Nothing is ever sent to them. */
const V4_NETWORKS = ['91.12', '84.212', '86.150', '90.32', '78.72', '77.166', '83.44', '80.110'];
const V6_NETWORKS = ['2003:c0', '2a01:cb00', '2a00:23c0', '2a02:fe0', '2001:14ba', '2a02:1810'];

const hex = (number: number) => number.toString(16);

/** Each address is in its own network, because the guest list folds crowded networks. */
export function guestIp(index: number): string {
  const half = Math.floor(index / 2);
  const pick = (networks: readonly string[]) => networks[half % networks.length];
  if (index % 2 === 1) return `${pick(V6_NETWORKS)}:${hex(0x100 + half * 61)}::${hex(1 + (index % 250))}`;
  const round = Math.floor(half / V4_NETWORKS.length);
  return `${pick(V4_NETWORKS)}.${(17 + round * 41) % 256}.${20 + ((half * 13) % 220)}`;
}

export const homeIp = (dice: Dice) =>
  dice.chance(0.6)
    ? `${dice.pick(V4_NETWORKS)}.${dice.between(0, 255)}.${dice.between(10, 250)}`
    : `${dice.pick(V6_NETWORKS)}:${hex(dice.between(0x100, 0xfff))}::${hex(dice.between(1, 0xffff))}`;

const USER_AGENTS = [
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];

export const userAgent = (dice: Dice) => dice.pick(USER_AGENTS);
