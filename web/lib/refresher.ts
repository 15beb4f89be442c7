const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const seen = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    check();
  });

/**
 * Fetches again when something has changed: at once, then at most every so often and never twice at a
 * time, however often it is told. What changes meanwhile is fetched afterwards; a page out of sight waits.
 */
export function refresher(fetchAgain: () => Promise<unknown>, everyMs: number) {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      await seen();
      again = false;
      await Promise.all([fetchAgain().catch((error: unknown) => console.info(error)), sleep(everyMs)]);
    }
    running = false;
  };
}
