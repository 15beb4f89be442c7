/** British English: the words of the page are English, and no reader mistakes the month for the day. */
const withTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export const formatDateTime = (iso: string) => withTime.format(new Date(iso));

/** A day of the calendar, the same in every time zone. */
export const formatDay = (isoDay: string) => dayOnly.format(new Date(isoDay));

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;

/** How long ago, in few words. Clocks differ: what seems to lie ahead was just now. */
export function relativeTime(then: number, now: number) {
  const minutes = Math.floor((now - then) / MINUTE_MS);
  if (minutes < 1) return 'Just now';
  if (minutes < HOUR_MINUTES) return `${minutes}m ago`;
  if (minutes < DAY_MINUTES) return `${Math.floor(minutes / HOUR_MINUTES)}h ago`;
  return `${Math.floor(minutes / DAY_MINUTES)}d ago`;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

const two = (number: number) => String(number).padStart(2, '0');

/** "8s", "3m 05s", "2h 07m": how long something lasts. Clocks differ: what has not begun yet lasts no time. */
export function elapsed(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < MINUTE_SECONDS) return `${seconds}s`;
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)}m ${two(seconds % MINUTE_SECONDS)}s`;
  return `${Math.floor(seconds / HOUR_SECONDS)}h ${two(Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS))}m`;
}
