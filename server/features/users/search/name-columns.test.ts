import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDetail } from '../../../../contract/users/account-details.rules.ts';
import { searchable } from '../../../text/names.ts';
import { nameColumns } from './name-columns.ts';

const names = (first: string | null, last: string | null, email: string | null, username = 'user') =>
  nameColumns(username, { ...eachDetail(() => null), email, firstName: first, lastName: last });

test.each([
  [names('Zoë', 'Müller', 'z@example.com', 'ZM'), 'zoe muller', 'zoe muller\nzm\nz@example.com'],
  [names(null, 'Łukasz', null, 'x'), 'łukasz', 'łukasz\nx'],
  [names(null, null, 'A@Example.com', 'x'), 'a@example.com', 'x\na@example.com'],
  [names(null, null, null, 'Ｆｕｌｌ'), 'full', 'full'],
])('The columns of %j', (columns, nameKey, search) => expect(columns).toEqual({ name_key: nameKey, search }));

test('The columns always fit their index, and any part of them is found', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(text, text, (first, last) => {
      const { name_key, search } = names(first, last, null);
      expect(Buffer.byteLength(name_key)).toBeLessThanOrEqual(300);
      expect(Buffer.byteLength(search)).toBeLessThanOrEqual(1_800);
      expect(search).not.toContain('\ufffd\ufffd');
      expect(searchable(search)).toBe(search);
    }),
  );
});
