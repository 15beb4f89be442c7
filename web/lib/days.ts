/** YYYY-MM-DD or empty. */
export interface Days {
  from: string;
  to: string;
}

const two = (number: number) => String(number).padStart(2, '0');

/** In the browser's time zone. */
export const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

function startOf(day: string, later = 0) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(startOf(text)) === text;

export const parseDay = (text: string) => (isDay(text) ? text : '');

export const instantsOf = ({ from, to }: Days) => ({
  from: from ? startOf(from).toISOString() : undefined,
  // Not 24 hours later: daylight saving makes days of 23 and 25 hours.
  to: to ? startOf(to, 1).toISOString() : undefined,
});

export const isBackwards = ({ from, to }: Days) => from !== '' && to !== '' && from > to;
