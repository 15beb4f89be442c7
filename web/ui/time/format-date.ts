/** British English: the words of the page are English, and no reader mistakes the month for the day. */
const withTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export const formatDateTime = (iso: string) => withTime.format(new Date(iso));

/** A day of the calendar, the same in every time zone. */
export const formatDay = (isoDay: string) => dayOnly.format(new Date(isoDay));
