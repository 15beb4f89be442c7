import type { DataField } from '../../../contract/people/people.rules.ts';
import type { DataRecord } from '../../../contract/people/people.ts';
import { locale } from '../../lib/messages.ts';

const isTime = (field: DataField) => field === 'at' || field.endsWith('At');

/** In UTC, because the file can be read anywhere. */
export function readableTime(at: string) {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn' } as const;
  return `${new Intl.DateTimeFormat(locale(), options).format(new Date(at))} UTC`;
}

/** Turns details, which are stored as JSON, into plain text. */
function withoutBraces(value: string) {
  if (!/^\{.*\}$/s.test(value)) return value;
  try {
    return Object.entries(JSON.parse(value))
      .map(([name, inner]) => `${name}: ${typeof inner === 'object' ? JSON.stringify(inner) : inner}`)
      .join(', ');
  } catch {
    return value;
  }
}

function readableValue(field: DataField, value: string) {
  if (isTime(field)) return readableTime(value);
  if (field === 'helped') return value === '1' ? '✓' : '–';
  return withoutBraces(value);
}

/** Records with labels and readable values. In a list the times come first. */
export const readableRecords = (records: readonly DataRecord[], labelOf: (field: DataField) => string) =>
  records.map((record) => {
    const isList = records.length > 1;
    const ordered = record.toSorted((one, other) => Number(isTime(other.field)) - Number(isTime(one.field)));
    return (isList ? ordered : record).map(({ field, value }) => ({
      label: labelOf(field),
      value: readableValue(field, value),
    }));
  });
