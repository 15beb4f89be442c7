import { expect, test } from 'vitest';
import { circuitBreaker, LONGEST_REST_MS } from './circuit-breaker.ts';

function resting() {
  let now = 1_800_000_000_000;
  const rest = circuitBreaker({ now: () => now });
  const advance = (ms: number) => {
    now += ms;
  };
  /** How long it rests from now on. */
  const pause = () => {
    let ms = 0;
    for (; rest.isPausing() && ms <= LONGEST_REST_MS; ms += 500) advance(500);
    return ms;
  };
  return { rest, advance, pause, now: () => now };
}

test('each pause is twice as long as the one before, up to half a minute', () => {
  const { rest, pause } = resting();
  const pauses = Array.from({ length: 7 }, () => {
    rest.failed('away');
    return pause() / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

test('five that fail together are one failure', () => {
  const { rest, pause } = resting();
  for (let times = 0; times < 5; times += 1) rest.failed('away');
  expect(pause()).toBe(1_000);
});

test('it says since when and what was said last, and an answer ends it', () => {
  const { rest, advance, pause, now } = resting();
  const since = now();
  expect(rest.current()).toBe(null);
  rest.failed('refused');
  advance(5_000);
  rest.failed('timed out');
  expect(rest.current()).toEqual({ since, why: 'timed out' });
  rest.answered();
  expect([rest.current(), rest.isPausing()]).toEqual([null, false]);
  rest.failed('refused');
  expect(pause()).toBe(1_000);
});

test('a clock that was set back does not make it rest for longer', () => {
  const { rest, advance } = resting();
  rest.failed('away');
  advance(-60 * 60_000);
  expect(rest.isPausing()).toBe(false);
});
