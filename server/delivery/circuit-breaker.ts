import { type Clock, isLongAgo } from '../clock.ts';

const SHORTEST_MS = 1_000;
export const LONGEST_REST_MS = 30_000;

/** Since when nobody answers, and why as far as that is known. */
export interface OpenCircuit {
  readonly since: number;
  readonly why: string;
}

/**
 * Nobody is there to send anything to: all that waits would fare the same, so the worker rests, longer after every try that
 * fails, and then tries one message, not all of them. The first that gets an answer ends it.
 */
export function circuitBreaker(clock: Clock) {
  let failures = 0;
  let restedAt = Number.NEGATIVE_INFINITY;
  let current: OpenCircuit | null = null;
  const pauseMs = () => Math.min(SHORTEST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
  const isPausing = () => failures > 0 && !isLongAgo(restedAt, pauseMs(), clock.now());

  return {
    /** Nothing is to be tried now. */
    isPausing,
    /** Null while all is well. */
    current: (): OpenCircuit | null => current,
    /** Those that were tried at the same time fail for the same reason, which counts once. */
    failed(why: string): void {
      if (!isPausing()) {
        failures += 1;
        restedAt = clock.now();
      }
      current = { since: current?.since ?? clock.now(), why };
    },
    answered(): void {
      failures = 0;
      current = null;
    },
  };
}
