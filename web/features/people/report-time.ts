import type { DataField } from '../../../contract/people/people.rules.ts';
import { locale } from '../../lib/messages.ts';

const isTime = (field: DataField) => field === 'at' || field.endsWith('At');

/** With its time zone: nobody knows where the file will be read. */
export const reportTime = (at: string) =>
  `${new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn' }).format(new Date(at))} UTC`;

export const readable = (field: DataField, value: string) => (isTime(field) ? reportTime(value) : value);
