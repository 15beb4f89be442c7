import { pageLocale } from '../../lib/messages.ts';

/** One formatter for each language that is read here. */
function perLocale<Formatter>(create: (locale: string) => Formatter) {
  const known = new Map<string, Formatter>();
  return (locale: string) => {
    const formatter = known.get(locale) ?? create(locale);
    known.set(locale, formatter);
    return formatter;
  };
}

const dates = (options: Intl.DateTimeFormatOptions) => perLocale((locale) => new Intl.DateTimeFormat(locale, options));

const withTime = dates({ dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = dates({ dateStyle: 'medium', timeZone: 'UTC' });
const localDay = dates({ dateStyle: 'medium' });
const clockTime = dates({ timeStyle: 'medium' });
const ago = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { style: 'short' }));
const justNow = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'));

export const formatDateTime = (iso: string, locale = pageLocale()) => withTime(locale).format(new Date(iso));

export const formatTime = (iso: string) => clockTime(pageLocale()).format(new Date(iso));

/** The same in every time zone. */
export const formatDay = (isoDay: string) => dayOnly(pageLocale()).format(new Date(isoDay));

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks differ: a time in the future is now. */
const secondsBetween = (then: number, now: number) => Math.max(0, Math.floor((now - then) / 1000));

export function relativeTime(then: number, now: number, locale = pageLocale()) {
  const seconds = secondsBetween(then, now);
  if (seconds < MINUTE) return locale === 'en-GB' ? 'Just now' : justNow(locale);
  if (seconds < HOUR) return since(Math.floor(seconds / MINUTE), 'minute', locale);
  if (seconds < DAY) return since(Math.floor(seconds / HOUR), 'hour', locale);
  return since(Math.floor(seconds / DAY), 'day', locale);
}

/** In English shorter than `Intl` has it. */
const since = (count: number, unit: 'minute' | 'hour' | 'day', locale: string) =>
  locale === 'en-GB' ? `${count}${unit[0]} ago` : ago(locale).format(-count, unit);

const LONG_AGO_DAYS = 30;

export const isLongAgo = (then: number, now: number) => secondsBetween(then, now) >= LONG_AGO_DAYS * DAY;

/** Relative up to 30 days, then a date; the title has the other. */
export function timeAgo(at: string, now: number, locale = pageLocale()) {
  const then = Date.parse(at);
  const exact = formatDateTime(at, locale);
  const relative = relativeTime(then, now, locale);
  return isLongAgo(then, now)
    ? { text: localDay(locale).format(then), title: `${exact} (${relative})` }
    : { text: relative, title: exact };
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
