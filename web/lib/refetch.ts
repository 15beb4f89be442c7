import type { Query } from '@tanstack/react-query';

/**
 * For what is asked for again and again. What could not be loaded at all waits until the admin tries again,
 * or for the socket to be back: otherwise its failure would come and go every few seconds.
 */
export const pollEvery = (ms: number) => (query: Pick<Query, 'state'>) =>
  query.state.status === 'error' && query.state.data === undefined ? false : ms;

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
