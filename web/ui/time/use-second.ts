import { clockOf } from './clock.ts';

/** The time, a second exact, for what is watched while it lasts. */
export const useSecond = clockOf(1000);
