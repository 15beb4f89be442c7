import { locale, type messages } from '../../lib/messages.ts';

type Words = ReturnType<typeof messages>['shared']['timeAgo'];

/** Formats in the language of the page. */
function inLanguage(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (date: string | number) => {
    const language = locale();
    const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { ...options, numberingSystem: 'latn' });
    formats.set(language, format);
    return format.format(new Date(date));
  };
}

export const formatDateTime = inLanguage({ dateStyle: 'medium', timeStyle: 'short' });

export const formatTime = inLanguage({ timeStyle: 'medium' });

/** For a date without a time, which must not shift with the time zone. */
export const formatDay = inLanguage({ dateStyle: 'medium', timeZone: 'UTC' });

export const formatLocalDay = inLanguage({ dateStyle: 'medium' });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks differ: a time in the future is now. */
const secondsBetween = (then: number, now: number) => Math.max(0, Math.floor((now - then) / 1000));

export function relativeTime(then: number, now: number, words: Words) {
  const seconds = secondsBetween(then, now);
  if (seconds < MINUTE) return words.now;
  if (seconds < HOUR) return words.minutes(Math.floor(seconds / MINUTE));
  if (seconds < DAY) return words.hours(Math.floor(seconds / HOUR));
  return words.days(Math.floor(seconds / DAY));
}

const LONG_AGO_DAYS = 30;

export const isLongAgo = (then: number, now: number) => secondsBetween(then, now) >= LONG_AGO_DAYS * DAY;

/** Relative up to 30 days, then a date; the title shows the other form. */
export function timeAgo(at: string, now: number, words: Words) {
  const then = Date.parse(at);
  const exact = formatDateTime(at);
  const ago = relativeTime(then, now, words);
  return isLongAgo(then, now)
    ? { text: formatLocalDay(then), title: `${exact} (${ago})` }
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
