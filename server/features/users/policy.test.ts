import { expect, test } from 'vitest';
import { mayChange, mayChangeInBulk } from './policy.ts';

const actor = { userId: 'me' };

test.each([
  ['me', 'user', false, false],
  ['me', 'admin', false, false],
  ['other', 'admin', true, false],
  ['other', 'user', true, true],
] as const)('on %s, %s: alone %s, in bulk %s', (id, role, alone, inBulk) => {
  expect(mayChange(actor, id)).toBe(alone);
  expect(mayChangeInBulk(actor, { id, role })).toBe(inBulk);
});
