import { expect, test } from 'vitest';
import { whyNotGoOn, whyNotStart } from './policy.ts';

const by = (...names: string[]) => names.map((started_by) => ({ started_by }));

test.each([
  [[], null],
  [['ben'], null],
  [['ben', 'cleo'], null],
  [['ann'], 'You have a bulk operation running. Wait until it is done, or stop it first.'],
  [['ben', 'cleo', 'dan'], '3 bulk operations are running. Please wait until one of them is done.'],
])('beside jobs of %o ann is told %s', (names, sentence) => {
  expect(whyNotStart(by(...names), { userId: 'ann' })?.message ?? null).toBe(sentence);
});

test.each([
  [{ role: 'admin', status: 'active' }, null],
  [{ role: 'user', status: 'active' }, 'ann is not an admin any more.'],
  [{ role: 'admin', status: 'suspended' }, 'The account of ann is not active any more.'],
  [{ role: 'admin', status: 'needs_auth' }, 'The account of ann is not active any more.'],
  [undefined, 'The account of ann was deleted.'],
] as const)('in the name of %o: %s', (starter, sentence) => {
  expect(whyNotGoOn(starter, 'ann')).toBe(sentence);
});
