/** Days as the calendar of this browser has them, written YYYY-MM-DD. */

const two = (number: number) => String(number).padStart(2, '0');

export const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The first moment of a day, or of one so many days later. */
function startOf(day: string, later = 0) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

export const beginningOf = (day: string) => startOf(day);

/** The first moment that is no longer this day. Not 24 hours later: twice a year a day is longer or shorter. */
export const endOf = (day: string) => startOf(day, 1);

export function isDay(text: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return dayOf(new Date(year, month - 1, date)) === text;
}
