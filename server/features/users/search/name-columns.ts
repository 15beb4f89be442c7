import type { UserRow } from '../../../db/tables.ts';
import { searchable } from '../../../text/names.ts';
import { DETAIL_COLUMNS, type DetailRow } from '../detail-columns.ts';

/** PostgreSQL: an index entry has at most a third of a page, 2,700 bytes. */
const SORT_BYTES_MAX = 300;
const SEARCH_BYTES_MAX = 1_800;

function cut(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  // A cut character decodes as U+FFFD.
  return encoded
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '');
}

const found = (row: DetailRow, by: 'full name' | 'line') =>
  Object.values(DETAIL_COLUMNS).flatMap(({ column, search }) => (search === by ? [row[column] ?? ''] : []));

/** Write them whenever the username or a detail changes. */
export function nameColumns(row: DetailRow & Pick<UserRow, 'username'>) {
  const { username, email } = row;
  const fullName = found(row, 'full name').filter(Boolean).join(' ');
  const lines = [fullName, username, ...found(row, 'line')].map((line) => searchable(line).trim());
  return {
    name_key: cut(lines[0] || searchable(email ?? '') || searchable(username), SORT_BYTES_MAX),
    search: cut(lines.filter(Boolean).join('\n'), SEARCH_BYTES_MAX),
  };
}
