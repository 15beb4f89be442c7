import type { ErrorId } from '../../../contract/errors.ts';

interface Facts {
  status: number;
  id: ErrorId | 'unreachable' | 'unknown';
  sentence: string;
  text?: string;
  retryAfter?: number | null;
  cause?: unknown;
}

/** `message` is for logs, `sentence` for people, `id` for code. */
export class ApiError extends Error {
  readonly status: number;
  readonly id: Facts['id'];
  readonly sentence: string;
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

/** The person closed the step-up dialog. */
export const isStepUpDeclined = (error: unknown) => error instanceof ApiError && error.id === 'fresh_proof_needed';
