import type { UserRow } from '../../../db/tables.ts';
import { searchable } from '../../../text/names.ts';

type Names = Pick<UserRow, 'username' | 'email' | 'first_name' | 'last_name'>;

/** An entry of an index has to fit a third of a page on PostgreSQL, 2,700 bytes. */
const SORT_BYTES_MAX = 300;
const SEARCH_BYTES_MAX = 1_800;

function cut(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  // Half a character at the end comes back as a replacement character.
  return encoded
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '');
}

/** What the columns for finding and sorting hold; to be written whenever one of the names is. */
export function nameColumns({ username, email, first_name, last_name }: Names) {
  const fullName = [first_name, last_name].filter(Boolean).join(' ');
  const lines = [fullName, username, email ?? ''].map((line) => searchable(line).trim());
  return {
    name_key: cut(lines[0] || searchable(email ?? '') || searchable(username), SORT_BYTES_MAX),
    search: cut(lines.filter(Boolean).join('\n'), SEARCH_BYTES_MAX),
  };
}
