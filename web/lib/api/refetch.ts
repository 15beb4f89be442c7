import type { Query, QueryCache } from '@tanstack/react-query';

/** A server that could not answer at all is not asked every other second. */
const FAILED_MS = 10_000;

/** For what is asked for again and again, also where it could not be loaded yet. See `keepFailures`. */
export const pollEvery = (ms: number) => (query: Pick<Query, 'state'>) =>
  query.state.status === 'error' && query.state.data === undefined ? Math.max(ms, FAILED_MS) : ms;

/**
 * What could not be loaded stays a failure while it is tried again: otherwise it would give way to what is shown while
 * something is loaded for the first time, and come back, every few seconds.
 */
export function keepFailures(cache: QueryCache) {
  const failures = new WeakMap<Query, Error>();
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') failures.set(query, action.error as Error);
    const error = failures.get(query);
    if (action.type !== 'fetch') {
      // It was loaded after all, or somebody has begun anew.
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

/**
 * Fetches again when something has changed: at once, then at most every so often and never twice at a
 * time, however often it is told. What changes meanwhile is fetched afterwards. A page out of sight waits, unless
 * it is for what admins are told of while they look elsewhere.
 */
export function refresher(fetchAgain: () => Promise<unknown>, everyMs: number, { outOfSight = false } = {}) {
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
