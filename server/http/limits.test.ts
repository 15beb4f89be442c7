import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limiter } from './limits.ts';

test('in no window of the given length does more than the limit pass', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 5 }), (steps, most) => {
      let now = 0;
      const take = limiter({ most, seconds: 1 }, { now: () => now });
      const passed: number[] = [];
      for (const step of steps) {
        now += step;
        const wait = take('somebody');
        if (wait === 0) passed.push(now);
        else expect(wait).toBe(1);
      }
      for (const start of passed) {
        expect(passed.filter((time) => time >= start && time < start + 1000).length).toBeLessThanOrEqual(most);
      }
    }),
  );
});

test('networks do not count against each other', () => {
  const take = limiter({ most: 1, seconds: 10 }, { now: () => 0 });
  expect([take('a'), take('a'), take('b')]).toEqual([0, 10, 0]);
});
