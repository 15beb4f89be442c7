import { LONGEST_PAUSE_MS } from './circuit-breaker.ts';

export interface RetryPolicy {
  /** `askedMs` is the receiver's Retry-After. */
  pauseMs(attempts: number, askedMs: number | null): number;
  unreachablePauseMs(attempts: number): number;
  readonly longestPauseMs: number;
  /** Failed messages can be sent again by hand. Only for channels without codes. */
  readonly keepsUnsent: boolean;
  /** One person's messages are sent in order; a failed one doesn't block the next. */
  readonly inOrder: boolean;
}

const soon = (attempts: number) => 2_000 * 2 ** (attempts - 1);

export const RETRY_SOON: RetryPolicy = {
  pauseMs: (attempts, askedMs) => askedMs ?? soon(attempts),
  unreachablePauseMs: (attempts) => Math.min(soon(attempts), LONGEST_PAUSE_MS),
  longestPauseMs: 5 * 60_000,
  keepsUnsent: false,
  inOrder: false,
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];
const LAST_PAUSE = 120 * MINUTE;

const patient = (attempts: number) => PAUSES[attempts - 1] ?? LAST_PAUSE;

export const RETRY_FOR_A_DAY: RetryPolicy = {
  pauseMs: (attempts, askedMs) => Math.max(patient(attempts), askedMs ?? 0),
  unreachablePauseMs: patient,
  longestPauseMs: LAST_PAUSE,
  keepsUnsent: true,
  inOrder: true,
};
