import { expect, test } from 'vitest';
import { ACTIONS } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { actionWords, isSecurityAlert, kindWords } from './action-words.ts';

test('Only a failed sign-in is a security alert', () => {
  expect(ACTIONS.filter((action) => isSecurityAlert({ action }))).toEqual(['failed_login']);
});

test('An unknown action is shown by its name', () => {
  expect(actionWords({ action: 'account_merged' as ActivityEntry['action'] }).text).toBe('account merged');
  expect(actionWords({ action: 'login' }).text).toBe('Signed in');
});

test.for([
  ['admin_redirect', { change: 'claimed' }, 'Started helping'],
  ['profile_update', { change: 'status', status: 'suspended' }, 'Status changed'],
  ['profile_update', { change: 'toString' }, 'Profile update'],
  ['redirect', { kind: 'prompt' }, 'Message received'],
  ['page_view', null, 'Viewed a page'],
] as const)('%s with %o is called "%s"', ([action, details, words]) => {
  expect(kindWords({ action, details })).toBe(words);
});
