import type { Query, QueryCache } from '@tanstack/react-query';

const FAILED_MS = 10_000;

export const pollEvery = (ms: number) => (query: Pick<Query, 'state'>) =>
  query.state.status === 'error' && query.state.data === undefined ? Math.max(ms, FAILED_MS) : ms;

/** Keeps the error state during a refetch; React Query would show the skeleton each time. */
export function keepErrorWhileRefetching(cache: QueryCache) {
  const failures = new WeakMap<Query, Error>();
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') failures.set(query, action.error as Error);
    const error = failures.get(query);
    if (action.type !== 'fetch') {
      if (query.state.status !== 'error') failures.delete(query);
    } else if (error && query.state.data === undefined) query.setState({ status: 'error', error });
  });
  return cache;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function pageInSight() {
  while (document.hidden) {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  }
}

/** Refetches at once, then at most every `everyMs`, one at a time, and once more for changes meanwhile. */
export function throttledRefetch(fetchAgain: () => Promise<unknown>, everyMs: number, { outOfSight = false } = {}) {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      if (!outOfSight) await pageInSight();
      again = false;
      await Promise.all([fetchAgain().catch((error: unknown) => console.info(error)), sleep(everyMs)]);
    }
    running = false;
  };
}
