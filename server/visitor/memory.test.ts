import { BlockList } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { addressesIn, clientAddress } from './address.ts';
import { visitorAt } from './visitor.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const COUNT = 2_000;
/** As long as Node lets a header be, and never the same. */
const longText = (index: number) => `${index} `.repeat(16_000).slice(0, 15_000);

/** Megabytes that are in use when the work is done and what it answers is remembered. */
function megabytesKept(work: (index: number) => unknown): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: COUNT }, (_, index) => work(index));
  collectGarbage();
  const after = process.memoryUsage().heapUsed;
  expect(kept).toHaveLength(COUNT);
  return (after - before) / 1024 / 1024;
}

/** All of these headers are 30 MB. */
test('A stored part of a request does not keep its headers in memory', () => {
  const list = new BlockList();
  list.addAddress('127.0.0.1', 'ipv4');
  const trusted = addressesIn(list);
  const address = (index: number) => `203.113.${100 + (index >> 8)}.${index & 255}`;
  expect(
    megabytesKept((index) => clientAddress('127.0.0.1', `${longText(index)}, ${address(index)}`, trusted)),
  ).toBeLessThan(5);
  expect(megabytesKept((index) => visitorAt('192.0.2.1', `Firefox/${longText(index)}`).device)).toBeLessThan(5);
});
