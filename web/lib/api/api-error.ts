import type { ErrorId } from '../../../contract/errors.ts';

interface Facts {
  status: number;
  id: ErrorId | 'unreachable' | 'unknown';
  sentence: string;
  /** For the message, where the sentence is not what was answered. */
  text?: string;
  retryAfter?: number | null;
  cause?: unknown;
}

/** An answer that is not a success. `message` is for logs, `sentence` is for people, `id` is what programs go by. */
export class ApiError extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number;
  /** "unknown" when something between here and the server answered in its place. */
  readonly id: Facts['id'];
  readonly sentence: string;
  /** Seconds to wait, when the server said so. */
  readonly retryAfter: number | null;

  constructor({ status, id, sentence, text = sentence, retryAfter = null, cause }: Facts) {
    super(`${status}: ${text}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.id = id;
    this.sentence = sentence;
    this.retryAfter = retryAfter;
  }
}

export const sentenceOf = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.sentence) || otherwise;

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.id === 'not_signed_in';

/** The person was asked to show that it is them, and would rather not. */
export const isStepUpDeclined = (error: unknown) => error instanceof ApiError && error.id === 'fresh_proof_needed';
