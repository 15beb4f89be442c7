export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export interface Clock {
  now(): number;
}

/** Allowed clock skew between machines. */
export const CLOCK_SKEW_MS = 60_000;

/** A time in the future means the clock was set back. */
export const isAhead = (time: number, now: number) => time > now + CLOCK_SKEW_MS;

/** Also true far ahead: the clock was set back. */
export const isLongAgo = (time: number, ms: number, now: number) => Math.abs(now - time) >= ms;

/** "2026-11-16T14:05:09.250Z" */
export const iso = (time: number) => new Date(time).toISOString();

/** "2026-11-16 14:05 UTC" */
export const utcMinute = (at: number) => `${iso(at).slice(0, 16).replace('T', ' ')} UTC`;

export const systemClock: Clock = { now: () => Date.now() };
