/** Time as a dependency, so that tests reach "five minutes later" without waiting. */
export interface Clock {
  now(): number;
}

/** Clocks of several machines are never quite equal. */
export const APART_MS = 60_000;

/** Nothing is written in advance: a time that lies ahead is from before the clock was set back. */
export const isAhead = (time: number, now: number) => time > now + APART_MS;

/** Whether that time is so long ago, or from before the clock was set back. */
export const isLongAgo = (time: number, ms: number, now: number) => Math.abs(now - time) >= ms;

export const systemClock: Clock = { now: () => Date.now() };
