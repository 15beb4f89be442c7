import { expect, test } from 'vitest';
import { mayMarkRead } from './policy.ts';

test.for([
  ['what nobody of the staff did', null, true, true],
  ['what another admin did', 'other', true, true],
  ['what they did themselves', 'self', true, false],
  ['what they did themselves, alone', 'self', false, true],
] as const)('an admin may mark as read: %s', ([, caused_by, hasOthers, may]) => {
  expect(mayMarkRead({ caused_by }, { userId: 'self', hasOthers })).toBe(may);
});
