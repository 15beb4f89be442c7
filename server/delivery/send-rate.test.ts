import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenBucket, tokensLeft } from './send-rate.ts';

const MINUTE = 60_000_000;

/** When each of a queue that never gets empty is sent, with looks at these times. */
function sentAt(perMinute: number, looks: readonly number[]): number[] {
  const bucket = tokenBucket(perMinute);
  let used = 0;
  return looks.flatMap((now) => {
    used = Math.max(used, now);
    const { left } = tokensLeft(bucket, used, now);
    used += left * bucket.each;
    return Array<number>(left).fill(now);
  });
}

test.for([1, 2, 4, 5, 10, 59, 60, 300, 4_321])('A rate of %i a minute is never exceeded in any minute', (perMinute) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000_000 }), { maxLength: 60 }), (pauses) => {
      let now = MINUTE;
      const looks = pauses.map((pause) => {
        now += pause;
        return now;
      });
      const times = sentAt(perMinute, looks);
      const tooSoon = times.filter(
        (time, index) => (times[index + perMinute] ?? Number.POSITIVE_INFINITY) - time < MINUTE,
      );
      expect(tooSoon).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test.for([
  [1, 1],
  [10, 8],
  [300, 240],
  [6_000, 4_800],
  [100_000, 80_000],
] as const)('Of a rate of %i a minute at least %i leave, minute after minute', ([perMinute, least]) => {
  const looks = Array.from({ length: 600 }, (_, index) => MINUTE + index * 1_000_000);
  const times = sentAt(perMinute, looks);
  for (let minute = 1; minute < 9; minute += 1) {
    const [from, to] = [(minute + 1) * MINUTE, (minute + 2) * MINUTE];
    expect(times.filter((time) => time >= from && time < to).length).toBeGreaterThanOrEqual(least);
  }
});

test('The rate says how long to wait for the next email', () => {
  const bucket = tokenBucket(1);
  expect(tokensLeft(bucket, MINUTE, MINUTE)).toEqual({ left: 1, waitMs: 0 });
  expect(tokensLeft(bucket, 2 * MINUTE, MINUTE)).toEqual({ left: 0, waitMs: 60_000 });
});
