/** Skips the promise queue for a cached value. Figure: sign-in, GET /api/auth/user. */
export const whenKnown = <T, R>(
  value: T | Promise<T>,
  use: (value: T) => R | Promise<R>,
  failed?: (error: Error) => R,
): R | Promise<R> => (value instanceof Promise ? value.then(use, failed) : use(value));
