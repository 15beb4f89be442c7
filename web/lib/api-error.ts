interface Facts {
  status: number;
  code: string;
  sentence: string;
  text: string;
  retryAfter?: number | null;
  cause?: unknown;
}

/** An answer that is not a success. `message` is for logs, `sentence` is for people. */
export class ApiError extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
  /** Seconds to wait, when the server said so. */
  readonly retryAfter: number | null;

  constructor({ status, code, sentence, text, retryAfter = null, cause }: Facts) {
    super(`${status}: ${text}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.sentence = sentence;
    this.retryAfter = retryAfter;
  }
}

export const sentenceOf = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.sentence) || otherwise;

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;
