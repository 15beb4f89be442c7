/** First and last day of what is shown; empty where there is no such bound. */
export interface Days {
  from: string;
  to: string;
}

const two = (number: number) => String(number).padStart(2, '0');

/** A day of this browser's calendar, written YYYY-MM-DD. */
export const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The first moment of a day, or of one so many days later. */
function startOf(day: string, later = 0) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(startOf(text)) === text;

/** From an address, which anybody can write: empty where it is no day. */
export const dayIn = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** What the server is asked for: days are those of this browser, and it knows moments only. */
export const momentsOf = ({ from, to }: Days) => ({
  from: from ? startOf(from).toISOString() : undefined,
  // The first moment after the last day. Not 24 hours later: twice a year a day is longer or shorter.
  to: to ? startOf(to, 1).toISOString() : undefined,
});

export const isBackwards = ({ from, to }: Days) => from !== '' && to !== '' && from > to;
