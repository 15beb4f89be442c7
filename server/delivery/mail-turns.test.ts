import { expect, test } from 'vitest';
import { mailTurns } from './mail-turns.ts';

const HOUR_MS = 60 * 60 * 1000;
const clockAt = (start: number) => ({
  time: start,
  now() {
    return this.time;
  },
});

test('A network with many recent emails waits behind others, even if it is split into many networks', () => {
  const turns = mailTurns(clockAt(0));
  const last = (addresses: string[]) => addresses.map((address) => turns(address)).at(-1);
  expect(turns('203.0.113.1')).toBe(2);
  expect(last(Array(20).fill('192.0.2.1'))).toBe(40);
  expect(last(Array.from({ length: 500 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`))).toBe(501);
  // A neighbour of the first is later than a stranger, and before the one who has caused them.
  expect([turns('192.0.2.2'), turns('198.51.100.1')]).toEqual([22, 2]);
});

test("A network's turns are forgotten after an hour, after a clock change and when there are too many", () => {
  const clock = clockAt(HOUR_MS);
  const turns = mailTurns(clock, 10);
  for (let index = 0; index < 5; index += 1) turns('192.0.2.1');
  clock.time += HOUR_MS - 1;
  expect(turns('192.0.2.1')).toBe(12);
  clock.time += 1;
  // The sixth is a millisecond old.
  expect(turns('192.0.2.1')).toBe(4);
  clock.time += HOUR_MS;
  expect(turns('192.0.2.1')).toBe(2);
  clock.time -= 10 * HOUR_MS;
  expect(turns('192.0.2.1')).toBe(2);
  // The quietest go first: a flood of networks does not wipe out the count of a flooder.
  for (let index = 0; index < 20; index += 1) turns('192.0.2.1');
  for (let index = 0; index < 100; index += 1) turns(`10.0.${index}.1`);
  expect(turns('192.0.2.1')).toBe(44);
});
