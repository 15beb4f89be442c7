import { expect, test } from 'vitest';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { withFound } from './api.ts';

/** As much of an address as the order of the list depends on. */
const at = (second: number) =>
  ({ id: String(second), verifiedAt: new Date(second * 1000).toISOString() }) as VerifiedEmail;

const ids = ({ items }: { items: VerifiedEmail[] }) => items.map(({ id }) => Number(id));

test('Older results of a search stay when the newest are refetched', () => {
  const known = { items: [at(50), at(3)], nextCursor: 'further' };
  const found = withFound(known, { items: [at(60), at(50)], nextCursor: 'not far' });
  expect([ids(found), found.nextCursor]).toEqual([[60, 50, 3], 'further']);
  const nothing = withFound({ ...known, nextCursor: null }, { items: [], nextCursor: 'not far' });
  expect([ids(nothing), nothing.nextCursor]).toEqual([[50, 3], null]);
});

test('A complete refetch replaces the list', () => {
  const found = withFound({ items: [at(50), at(3)], nextCursor: null }, { items: [at(60)], nextCursor: null });
  expect(ids(found)).toEqual([60]);
});
