import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { actionWords, isSecurityAlert } from './action-words.ts';

test.for<[ActivityEntry['action'], ActivityEntry['details'], string]>([
  ['login', null, 'Signed in'],
  ['failed_login', { reason: 'wrong password' }, 'Failed sign-in'],
  ['profile_update', null, 'Profile update'],
  ['profile_update', { change: 'settings', settings: 'exitUrl' }, 'Changed the settings'],
  ['profile_update', { changed: 'password' }, 'Changed their password'],
  ['profile_update', { change: 'something new' }, 'Profile update'],
  ['profile_update', { change: 'constructor' }, 'Profile update'],
  ['admin_redirect', { guest: '192.0.2.7' }, 'Admin redirect'],
  ['admin_redirect', { prompt: 'code', guest: '192.0.2.7' }, 'Prompted a guest'],
  ['admin_redirect', { change: 'removed' }, 'Removed a redirect'],
])('%s with %o reads "%s"', ([action, details, text]) => {
  expect(actionWords({ action, details }).text).toBe(text);
});

test('only a failed sign-in is a security alert', () => {
  expect((['failed_login', 'code_failed', 'login'] as const).filter((action) => isSecurityAlert({ action }))).toEqual([
    'failed_login',
  ]);
});
