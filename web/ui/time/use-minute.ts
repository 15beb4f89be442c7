import { clockOf } from './clock.ts';

/** The time, a minute exact. One timer serves everything on the page that grows older. */
export const useMinute = clockOf(60_000);
