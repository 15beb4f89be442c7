/** British English: day before month cannot be mistaken. */
const withTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const localDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const formatDateTime = (iso: string) => withTime.format(new Date(iso));

export const formatTime = (iso: string) => clockTime.format(new Date(iso));

/** The same in every time zone. */
export const formatDay = (isoDay: string) => dayOnly.format(new Date(isoDay));

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks differ: a time in the future is now. */
const secondsBetween = (then: number, now: number) => Math.max(0, Math.floor((now - then) / 1000));

export function relativeTime(then: number, now: number) {
  const seconds = secondsBetween(then, now);
  if (seconds < MINUTE) return 'Just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h ago`;
  return `${Math.floor(seconds / DAY)}d ago`;
}

const LONG_AGO_DAYS = 30;

export const isLongAgo = (then: number, now: number) => secondsBetween(then, now) >= LONG_AGO_DAYS * DAY;

/** Relative up to 30 days, then a date; the title has the other. */
export function timeAgo(at: string, now: number) {
  const then = Date.parse(at);
  const exact = formatDateTime(at);
  const ago = relativeTime(then, now);
  return isLongAgo(then, now)
    ? { text: localDay.format(then), title: `${exact} (${ago})` }
    : { text: ago, title: exact };
}

const two = (number: number) => String(number).padStart(2, '0');

export function elapsed(ms: number) {
  const seconds = secondsBetween(0, ms);
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ${two(seconds % MINUTE)}s`;
  return `${Math.floor(seconds / HOUR)}h ${two(Math.floor((seconds % HOUR) / MINUTE))}m`;
}

export function shortDuration(ms: number) {
  const seconds = secondsBetween(0, ms);
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  return `${Math.floor(seconds / HOUR)} h`;
}

export function countdown(ms: number) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)}`;
}
