import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DemoClock, Stopped } from './clock.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('The clock stands where it is set and never goes back', () => {
  const clock = new DemoClock(NOW - MINUTE);
  vi.advanceTimersByTime(5_000);
  expect(clock.now()).toBe(NOW - MINUTE);
  clock.moveTo(NOW - 2 * MINUTE);
  expect(clock.now()).toBe(NOW - MINUTE);
});

test('The clock catches up with real time in the given time, then keeps it', () => {
  const clock = new DemoClock(NOW - 10 * MINUTE);
  clock.run(20_000);
  vi.advanceTimersByTime(10_000);
  expect([clock.now(), clock.hasCaughtUp]).toEqual([NOW - 5 * MINUTE + 10_000, false]);
  vi.advanceTimersByTime(10_000);
  expect([clock.now(), clock.hasCaughtUp]).toEqual([Date.now(), true]);
  vi.advanceTimersByTime(3_000);
  expect(clock.now()).toBe(Date.now());
});

test.for([
  ['while it runs fast', MINUTE],
  ['across the moment at which it has caught up', 12 * MINUTE],
])('The clock waits by itself %s', async ([, ms]) => {
  const clock = new DemoClock(NOW - 10 * MINUTE);
  clock.run(20_000);
  const from = clock.now();
  let waited: number | null = null;
  void clock.wait(ms as number).then(() => {
    waited = clock.now() - from;
  });
  while (waited === null) await vi.advanceTimersByTimeAsync(100);
  expect(Math.abs(waited - (ms as number))).toBeLessThan(4_000);
});

test('A wait can be ended early, and stopping the clock ends all waits', async () => {
  const clock = new DemoClock(NOW);
  let wake = () => {};
  const woken = clock.wait(MINUTE, (end) => {
    wake = end;
  });
  const stopped = clock.wait(MINUTE);
  wake();
  await woken;
  clock.stop();
  await expect(stopped).rejects.toThrow(Stopped);
  await expect(clock.wait(1)).rejects.toThrow(Stopped);
});
