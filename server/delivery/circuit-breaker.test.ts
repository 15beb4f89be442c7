import { expect, test } from 'vitest';
import { circuitBreaker, LONGEST_PAUSE_MS } from './circuit-breaker.ts';

function openedCircuit() {
  let now = 1_800_000_000_000;
  const circuit = circuitBreaker({ now: () => now });
  const advance = (ms: number) => {
    now += ms;
  };
  /** How long it pauses from now on. */
  const pause = () => {
    let ms = 0;
    for (; circuit.isPausing() && ms <= LONGEST_PAUSE_MS; ms += 500) advance(500);
    return ms;
  };
  return { circuit, advance, pause, now: () => now };
}

test('Each pause is twice as long as the last, up to half a minute', () => {
  const { circuit, pause } = openedCircuit();
  const pauses = Array.from({ length: 7 }, () => {
    circuit.failed('away');
    return pause() / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

test('Five simultaneous failures count once', () => {
  const { circuit, pause } = openedCircuit();
  for (let times = 0; times < 5; times += 1) circuit.failed('away');
  expect(pause()).toBe(1_000);
});

test('The breaker reports since when and why, and an answer closes it', () => {
  const { circuit, advance, pause, now } = openedCircuit();
  const since = now();
  expect(circuit.current()).toBe(null);
  circuit.failed('refused');
  advance(5_000);
  circuit.failed('timed out');
  expect(circuit.current()).toEqual({ since, why: 'timed out' });
  circuit.answered();
  expect([circuit.current(), circuit.isPausing()]).toEqual([null, false]);
  circuit.failed('refused');
  expect(pause()).toBe(1_000);
});

test('A clock that was set back does not lengthen the pause', () => {
  const { circuit, advance } = openedCircuit();
  circuit.failed('away');
  advance(-60 * 60_000);
  expect(circuit.isPausing()).toBe(false);
});
