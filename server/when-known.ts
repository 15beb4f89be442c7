/** Uses a cached value at once, without the promise queue, and any other when it has been read. */
export const whenKnown = <T, R>(
  value: T | Promise<T>,
  use: (value: T) => R | Promise<R>,
  failed?: (error: Error) => R,
): R | Promise<R> => (value instanceof Promise ? value.then(use, failed) : use(value));
