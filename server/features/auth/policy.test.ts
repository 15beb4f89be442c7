import { expect, test } from 'vitest';
import { isNewDevice, needsCurrentPassword } from './policy.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

test.each([
  ['temporary', 'a hash', 0, false],
  ['temporary', 'a hash', 29 * MINUTE, false],
  // The screen may have been left alone since.
  ['temporary', 'a hash', 30 * MINUTE, true],
  // Issued after this session began, and unused.
  ['temporary', '', MINUTE, true],
  // Its age is unknown.
  ['temporary', 'a hash', -MINUTE, true],
  ['own', 'a hash', 0, true],
  ['first_run', 'a hash', 0, true],
] as const)('A %s password with "%s", %i ms after the sign-in, needs the current one: %s', (...row) => {
  const [password_state, password_hash, age, expected] = row;
  expect(needsCurrentPassword({ password_state, password_hash }, { startedAt: NOW - age }, NOW)).toBe(expected);
});

test.each([
  ['nobody has signed in yet', null, null, null, false],
  ['nobody has signed in yet, in a browser of others', null, null, 'somebody else', false],
  ['this browser is known', 5, null, 'mira', false],
  ['this browser was known before a temporary password was issued', 5, null, 'mira before', true],
  ['this browser knows others', 5, null, 'somebody else', true],
  ['this browser knows nobody', 5, null, null, true],
  ['the password was reset since', 5, 'sealed', null, true],
  // From before it was recorded who has signed in.
  ['somebody may have signed in', 0, null, null, true],
  ['nobody can have signed in', 0, 'sealed', null, false],
] as const)('If %s, the owner is notified or not', (_, signed_in_at, temporary_password, known, expected) => {
  const issuedAt = known === 'mira before' ? NOW : null;
  const device =
    known === null
      ? null
      : { knows: (name: string, since?: number | null) => known.startsWith(name) && (since ?? 0) <= NOW - MINUTE };
  const before = { username_key: 'mira', signed_in_at, temporary_password, temporary_password_at: issuedAt };
  expect(isNewDevice(before, device)).toBe(expected);
});
