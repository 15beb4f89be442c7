/** British English: the words of the page are English, and no reader mistakes the month for the day. */
const withTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const formatDateTime = (iso: string) => withTime.format(new Date(iso));

/** "14:03:10", for what happened within a day. */
export const formatTime = (iso: string) => clockTime.format(new Date(iso));

/** A day of the calendar, the same in every time zone. */
export const formatDay = (isoDay: string) => dayOnly.format(new Date(isoDay));

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks differ: what seems to lie ahead is now. */
const secondsBetween = (then: number, now: number) => Math.max(0, Math.floor((now - then) / 1000));

/** How long ago, in few words. */
export function relativeTime(then: number, now: number) {
  const seconds = secondsBetween(then, now);
  if (seconds < MINUTE) return 'Just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h ago`;
  return `${Math.floor(seconds / DAY)}d ago`;
}

const two = (number: number) => String(number).padStart(2, '0');

/** "8s", "3m 05s", "2h 07m": how long something lasts. */
export function elapsed(ms: number) {
  const seconds = secondsBetween(0, ms);
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ${two(seconds % MINUTE)}s`;
  return `${Math.floor(seconds / HOUR)}h ${two(Math.floor((seconds % HOUR) / MINUTE))}m`;
}

/** "40 s", "2 min", "3 h": about how long, where a sentence goes on after it. */
export function shortDuration(ms: number) {
  const seconds = secondsBetween(0, ms);
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  return `${Math.floor(seconds / HOUR)} h`;
}

/** "2:10": what is left, to the second. The last one is 0:01. */
export function countdown(ms: number) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)}`;
}
