import type { AdminPath } from './url/return-url.ts';

export const PEOPLE_PATH = '/admin/people' satisfies AdminPath;

const NAME = 'person';

/** The person on the page is in the history state: a URL would be logged, or shared by accident. */
export const personState = (email: string) => ({ [NAME]: email });

export const personOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && NAME in state && typeof state[NAME] === 'string' ? state[NAME] : null;
