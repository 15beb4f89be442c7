import { expect, test } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { readLimits, takeFromLimits } from './database-counts.ts';

test('In any window exactly as many pass as the limit allows', async () => {
  const { db } = await startApp();
  const limit = { key: 'somebody', most: 4, seconds: 1 };
  const passed: number[] = [];
  let now = Date.now();
  let seed = 7;
  for (let step = 0; step < 150; step += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    now += seed % 300;
    const within = passed.filter((time) => time > now - 1_000);
    const wait = await takeFromLimits(db, [limit], now);
    expect(wait === 0, `${within.length} passed within the second before`).toBe(within.length < limit.most);
    if (wait === 0) passed.push(now);
  }
  expect(passed.length).toBeGreaterThan(50);
});

test('The wait is that of the longest limit', async () => {
  const { db } = await startApp();
  const at = Date.now();
  const short = { key: 'short', most: 1, seconds: 10 };
  const long = { key: 'long', most: 2, seconds: 100 };
  const take = (seconds: number) => takeFromLimits(db, [short, long], at + seconds * 1_000);
  expect([await take(0), await take(20), await take(21)]).toEqual([0, 0, 79]);
});

test('The rest of each limit is known', async () => {
  const { db } = await startApp();
  const at = Date.now();
  const limits = [
    { key: 'few', most: 3, seconds: 10 },
    { key: 'many', most: 5, seconds: 100 },
  ];
  const left = async (seconds: number) =>
    (await readLimits(db, limits, at + seconds * 1_000)).map((count) => count.left);
  expect(await left(0)).toEqual([3, 5]);
  for (const seconds of [0, 5, 6]) expect(await takeFromLimits(db, limits, at + seconds * 1_000)).toBe(0);
  expect([await left(6), await left(10), await left(16), await left(200)]).toEqual([
    [0, 2],
    [1, 2],
    [3, 2],
    [3, 5],
  ]);
});
