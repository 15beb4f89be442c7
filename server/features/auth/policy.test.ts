import { expect, test } from 'vitest';
import { needsCurrentPassword } from './policy.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

test.each([
  ['temporary', 'a hash', 0, false],
  ['temporary', 'a hash', 29 * MINUTE, false],
  // The screen may have been left alone since.
  ['temporary', 'a hash', 30 * MINUTE, true],
  // Given out after this session began: nobody has signed in with it.
  ['temporary', '', MINUTE, true],
  // Nobody knows how old it is.
  ['temporary', 'a hash', -MINUTE, true],
  ['own', 'a hash', 0, true],
  ['first_run', 'a hash', 0, true],
] as const)('a %s password with "%s", %i ms after the sign-in: the current one is needed: %s', (...row) => {
  const [password_state, password_hash, age, expected] = row;
  expect(needsCurrentPassword({ password_state, password_hash }, { startedAt: NOW - age }, NOW)).toBe(expected);
});
