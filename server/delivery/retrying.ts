import { LONGEST_REST_MS } from './circuit-breaker.ts';

/** How a channel goes on with what it could not send. */
export interface Retrying {
  /** Until the next try, after so many; `askedMs` is what the other side said, null where it said nothing. */
  pauseMs(attempts: number, askedMs: number | null): number;
  /** The same where nobody could be reached, which is hardly the fault of the message. */
  unreachablePauseMs(attempts: number): number;
  /** Nobody waits for longer, whatever the other side says. */
  readonly longestPauseMs: number;
  /** What could not be delivered keeps its contents, so that somebody can send it again. Only for what can hold no code. */
  readonly keepsUnsent: boolean;
  /** What belongs to a guest is sent in the order in which it was put in; what has failed for good holds up nothing. */
  readonly inOrder: boolean;
}

const soon = (attempts: number) => 2_000 * 2 ** (attempts - 1);

/** Of messages to people: the next try is soon, because most of them are worth something only for minutes. */
export const SOON: Retrying = {
  pauseMs: (attempts, askedMs) => askedMs ?? soon(attempts),
  // As long as the worker rests at most: the others are tried before this one is again.
  unreachablePauseMs: (attempts) => Math.min(soon(attempts), LONGEST_REST_MS),
  longestPauseMs: 5 * 60_000,
  keepsUnsent: false,
  inOrder: false,
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];
const LAST_PAUSE = 120 * MINUTE;

const patient = (attempts: number) => PAUSES[attempts - 1] ?? LAST_PAUSE;

/** Of messages to a program that may be away for hours. It is never asked sooner than this, even where it says that it may be. */
export const FOR_A_DAY: Retrying = {
  pauseMs: (attempts, askedMs) => Math.max(patient(attempts), askedMs ?? 0),
  unreachablePauseMs: patient,
  longestPauseMs: LAST_PAUSE,
  keepsUnsent: true,
  inOrder: true,
};
