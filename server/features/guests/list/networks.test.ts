import { expect, test } from 'vitest';
import { networkOf, wideNetworkOf } from '../../../visitor/address.ts';
import type { RankedGuest } from '../presence/eviction-rank.ts';
import { networkLines } from './networks.ts';

const NOW = 1_800_000_000_000;

const isThere = ({ last_seen_at }: RankedGuest) => NOW - last_seen_at < 15_000;

const guestAt = (ip: string, seen = 0) => ({
  network: networkOf(ip),
  wideNetwork: wideNetworkOf(ip),
  arrived_at: NOW - seen,
  last_seen_at: NOW - seen,
  acted: false,
});
const many = (count: number, address: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => guestAt(address(index)));

test.for([
  ['one guest', many(1, () => '203.0.113.1'), null],
  ['five of a /64', many(5, (index) => `2001:db8:1:2::${index}`), null],
  ['six of a /64', many(6, (index) => `2001:db8:1:2::${index}`), { name: '2001:db8:1:2::/64', guests: 6 }],
  ['1,200 of a /64', many(1200, (index) => `2001:db8:1:2::${index}`), { name: '2001:db8:1:2::/64', guests: 1200 }],
  ['20 addresses of a /24', many(20, (index) => `203.0.113.${index}`), null],
  ['21 addresses of a /24', many(21, (index) => `203.0.113.${index}`), { name: '203.0.113.0/24', guests: 21 }],
  ['20 networks of a /48', many(20, (index) => `2001:db8:1:${index}::1`), null],
  ['21 networks of a /48', many(21, (index) => `2001:db8:1:${index}::1`), { name: '2001:db8:1::/48', guests: 21 }],
  [
    '30 networks of a /48 with six guests each',
    many(180, (index) => `2001:db8:1:${index % 30}::${index}`),
    { name: '2001:db8:1::/48', guests: 180 },
  ],
] as const)('The network line of %s', ([, guests, line]) => {
  const elsewhere = guestAt('198.51.100.7');
  const lineOf = networkLines([elsewhere, ...guests], isThere);
  for (const guest of guests) {
    if (line === null) expect(lineOf(guest)).toBeNull();
    else expect(lineOf(guest)).toMatchObject({ ...line, online: guests.length });
  }
  expect(lineOf(elsewhere)).toBeNull();
});

test('Neighbours of a crowded network keep their own lines', () => {
  const crowd = many(100, (index) => `2001:db8:1:2::${index}`);
  const neighbour = guestAt('2001:db8:1:3::1');
  expect(networkLines([...crowd, neighbour], isThere)(neighbour)).toBeNull();
});

test('A crowded network counts present guests beside all of them', () => {
  const here = many(4, (index) => `2001:db8:1:2::${index}`);
  const gone = guestAt('2001:db8:1:2::a', 60_000);
  const all = [...here, gone, guestAt('2001:db8:1:2::b', 60_000)];
  expect(networkLines(all, isThere)(gone)).toMatchObject({ guests: 6, online: 4 });
});
