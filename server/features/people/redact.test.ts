import { expect, test } from 'vitest';
import type { ActivityRow } from '../../db/tables.ts';
import type { Person } from './person.ts';
import { redactedEntry } from './redact.ts';

const PSEUDONYM = 'erased-abcdefgh';
const person = {
  account: { id: 'their-id' },
  addressHash: 'their-hash',
  browsers: [],
} as unknown as Person;

const redacted = (details: object, wasStaff = false) => {
  const row = { user_id: 'staff', actor_name: 'ann', guest_id: null, details: JSON.stringify(details) } as ActivityRow;
  const { details: text } = redactedEntry(row, { pseudonym: PSEUDONYM, person, names: ['mira'], wasStaff });
  return JSON.parse(text ?? 'null') as unknown;
};

test.for([
  {
    what: 'an export of their entries keeps its dates',
    before: { change: 'audit exported', person: 'their-id', from: '2026-01-01', to: '2026-02-01' },
    after: { change: 'audit exported', person: PSEUDONYM, from: '2026-01-01', to: '2026-02-01' },
  },
  {
    what: "an export that searched for them keeps somebody else's id",
    before: { change: 'audit exported', target: 'other-id', search: 'Mira' },
    after: { change: 'audit exported', target: 'other-id', search: PSEUDONYM },
  },
  {
    what: 'a search for the person names the pseudonym',
    before: { change: 'person searched', person: 'm…a@example.com', addressHash: 'their-hash' },
    after: { change: 'person searched', person: PSEUDONYM },
  },
  {
    what: 'a search for somebody else stays',
    before: { change: 'person searched', person: 'b…b@example.com', addressHash: 'other-hash' },
    after: { change: 'person searched', person: 'b…b@example.com', addressHash: 'other-hash' },
  },
  {
    what: 'a changed address of theirs is gone',
    before: { change: 'own e-mail', from: 'mira@example.com', to: 'm@example.org' },
    after: { change: 'own e-mail', from: PSEUDONYM, to: PSEUDONYM },
  },
])('Redacted: $what', ({ before, after }) => {
  expect(redacted(before)).toEqual(after);
});

test('Entries about the account of a former colleague keep its name, and lose the address', () => {
  const reset = { change: 'password reset', user: 'their-id', username: 'mira' };
  expect(redacted(reset, true)).toEqual(reset);
  const edited = {
    change: 'edited',
    user: 'their-id',
    username: 'mira',
    changed: { email: { from: 'a@b', to: 'c@d' } },
  };
  expect(redacted(edited, true)).toEqual({ ...edited, changed: { email: { from: PSEUDONYM, to: PSEUDONYM } } });
});
