import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { chanceOf } from '../../tests/support/chance.ts';
import { MemoryCounts } from './memory-counts.ts';

describe('A sliding window', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 });

  test('A window never lets more pass than its limit', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 40 }), (steps, most) => {
        const counts = new MemoryCounts(10);
        const passed: number[] = [];
        let now = 1_000_000;
        for (const step of steps) {
          now += step;
          const wait = counts.take('somebody', { most, seconds: 1 }, now);
          if (wait === 0) passed.push(now);
          else expect(wait).toBeLessThanOrEqual(1_000);
        }
        for (const start of passed)
          expect(passed.filter((time) => time >= start && time < start + 1_000).length).toBeLessThanOrEqual(most);
      }),
    );
  });

  test('A small limit lets no fewer pass and says when the next may', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 12 }), (steps, most) => {
        const counts = new MemoryCounts(10);
        const passed: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const within = passed.filter((time) => time > now - 1_000);
          const wait = counts.take('somebody', { most, seconds: 1 }, now);
          expect(wait).toBe(within.length < most ? 0 : (within[0] as number) + 1_000 - now);
          if (wait === 0) passed.push(now);
        }
      }),
    );
  });

  test('A large limit makes no one wait much longer than needed', () => {
    const counts = new MemoryCounts(10);
    const span = { most: 600, seconds: 60 };
    for (let now = 0; now < 600; now += 1) expect(counts.take('somebody', span, now)).toBe(0);
    expect(counts.take('somebody', span, 600)).toBeGreaterThan(0);
    expect(counts.take('somebody', span, 60_600)).toBe(0);
  });

  test('A window starts anew when the clock was set back', () => {
    const counts = new MemoryCounts(10);
    const span = { most: 1, seconds: 60 };
    expect([counts.take('a', span, 500_000), counts.take('a', span, 100_000)]).toEqual([0, 0]);
  });

  test('A window takes back what did not pass, and stays closed until the given time', () => {
    const counts = new MemoryCounts(10);
    const span = { most: 1, seconds: 60 };
    counts.add('a', span, 0);
    counts.giveBack('a');
    expect(counts.wait('a', span, 1)).toBe(0);
    counts.exhaust('a', span, 30_000, 1);
    expect([counts.wait('a', span, 10_000), counts.wait('a', span, 30_000)]).toEqual([20_000, 0]);
  });
});

describe('The memory of counts', () => {
  const span = { most: 10, seconds: 60 };

  test('Memory is bounded and keeps the keys that are being refused', () => {
    vi.spyOn(Math, 'random').mockImplementation(chanceOf('slots'));
    onTestFinished(() => void vi.restoreAllMocks());
    const counts = new MemoryCounts(1_000);
    const refused = Array.from({ length: 100 }, (_, index) => `refused ${index}`);
    for (const key of refused) counts.add(key, span, 0, 10);
    for (let index = 0; index < 20_000; index += 1) counts.add(`passing ${index}`, span, 1);
    expect(counts.size).toBe(1_000);
    expect(refused.filter((key) => counts.wait(key, span, 2) === 0)).toEqual([]);
  });

  test('Memory of expired keys is freed by later requests', () => {
    const counts = new MemoryCounts(1_000);
    for (let index = 0; index < 800; index += 1) counts.add(`one ${index}`, span, index);
    for (let index = 0; index < 400; index += 1) counts.add('other', span, 61_000 + index);
    expect(counts.size).toBe(1);
  });
});
