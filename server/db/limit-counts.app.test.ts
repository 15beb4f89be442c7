import { expect, test } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { takeFromLimits } from './limit-counts.ts';

test('in no time of the given length does more than the limit pass, and not less either', async () => {
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

test('says how long to wait, and of several limits the longest', async () => {
  const { db } = await startApp();
  const at = Date.now();
  const short = { key: 'short', most: 1, seconds: 10 };
  const long = { key: 'long', most: 2, seconds: 100 };
  const take = (seconds: number) => takeFromLimits(db, [short, long], at + seconds * 1_000);
  expect([await take(0), await take(20), await take(21)]).toEqual([0, 0, 79]);
});
