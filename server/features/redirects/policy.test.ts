import { expect, test } from 'vitest';
import { redirectsShownTo } from './policy.ts';

test.each([
  ['helper', { guests: true, users: false }],
  ['manager', { guests: false, users: true }],
  ['auditor', { guests: true, users: true }],
  ['admin', { guests: true, users: true }],
] as const)('A %s sees the redirects of %o', (role, shown) => expect(redirectsShownTo(role)).toEqual(shown));
