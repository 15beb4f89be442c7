import { expect, test } from 'vitest';
import type { Session } from '../sessions/sessions.ts';
import { type Access, refusal } from './access.ts';

const session = (role: 'user' | 'admin', passwordState: 'own' | 'temporary' | 'first_run') =>
  ({ user: { role, passwordState } }) as Session;

const people = {
  nobody: null,
  user: session('user', 'own'),
  'user with a temporary password': session('user', 'temporary'),
  admin: session('admin', 'own'),
  'admin with a temporary password': session('admin', 'temporary'),
  'first admin': session('admin', 'first_run'),
};

const table: [Access, keyof typeof people, string | null][] = [
  ['anyone', 'nobody', null],
  ['guest', 'nobody', 'gate_closed'],
  ['guest', 'admin', 'gate_closed'],
  ['anyone', 'user with a temporary password', null],
  ['signed-in', 'nobody', 'not_signed_in'],
  ['signed-in', 'user', null],
  ['signed-in', 'user with a temporary password', null],
  ['user', 'nobody', 'not_signed_in'],
  ['user', 'user', null],
  ['user', 'user with a temporary password', 'password_change_required'],
  ['user', 'admin', null],
  ['admin', 'nobody', 'not_signed_in'],
  ['admin', 'user', 'not_allowed'],
  ['admin', 'user with a temporary password', 'password_change_required'],
  ['admin', 'admin', null],
  ['admin', 'admin with a temporary password', 'password_change_required'],
  ['admin', 'first admin', null],
];

test.for(table)('%s, called by %s: %s', ([access, who, expected]) => {
  expect(refusal(access, { session: people[who], passedGate: false })?.id ?? null).toBe(expected);
});

test('a guest who has passed the gate may go on', () => {
  expect(refusal('guest', { session: null, passedGate: true })).toBeNull();
});
