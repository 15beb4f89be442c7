import { type AccountDetails, detailsFoundAs } from '../../../../contract/users/account-details.rules.ts';
import { searchable } from '../../../text/names.ts';

/** A PostgreSQL index entry has at most 2,700 bytes. */
const SORT_BYTES_MAX = 300;
const SEARCH_BYTES_MAX = 1_800;

function cut(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  // A character that was cut decodes as U+FFFD.
  return encoded
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '');
}

/** Write these with every change of a username or detail. */
export function nameColumns(username: string, details: AccountDetails) {
  const found = (as: 'full name' | 'itself') => detailsFoundAs(as).map((name) => details[name] ?? '');
  const fullName = found('full name').filter(Boolean).join(' ');
  const lines = [fullName, username, ...found('itself')].map((line) => searchable(line).trim());
  return {
    name_key: cut(lines[0] || searchable(details.email ?? '') || searchable(username), SORT_BYTES_MAX),
    search: cut(lines.filter(Boolean).join('\n'), SEARCH_BYTES_MAX),
  };
}
