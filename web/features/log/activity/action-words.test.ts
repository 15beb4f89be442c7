import { expect, test } from 'vitest';
import { ACTIONS } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { actionWords, isSecurityAlert } from './action-words.ts';

test('Only a failed sign-in is a security alert', () => {
  expect(ACTIONS.filter((action) => isSecurityAlert({ action }))).toEqual(['failed_login']);
});

test('An unknown action is shown by its name', () => {
  expect(actionWords({ action: 'account_merged' as ActivityEntry['action'] }).text).toBe('account merged');
  expect(actionWords({ action: 'login' }).text).toBe('Signed in');
});
