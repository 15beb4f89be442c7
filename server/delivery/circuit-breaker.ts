import { type Clock, isLongAgo } from '../clock.ts';

const SHORTEST_MS = 1_000;
export const LONGEST_PAUSE_MS = 30_000;

export interface OpenCircuit {
  readonly since: number;
  readonly why: string;
}

/** Pauses with backoff, then probes with one message. A success closes the circuit. */
export function circuitBreaker(clock: Clock) {
  let failures = 0;
  let pausedAt = Number.NEGATIVE_INFINITY;
  let current: OpenCircuit | null = null;
  const pauseMs = () => Math.min(SHORTEST_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  const isPausing = () => failures > 0 && !isLongAgo(pausedAt, pauseMs(), clock.now());

  return {
    isPausing,
    current: (): OpenCircuit | null => current,
    /** Concurrent failures count once. */
    failed(why: string): void {
      if (!isPausing()) {
        failures += 1;
        pausedAt = clock.now();
      }
      current = { since: current?.since ?? clock.now(), why };
    },
    answered(): void {
      failures = 0;
      current = null;
    },
  };
}
