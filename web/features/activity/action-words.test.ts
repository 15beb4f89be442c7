import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { actionWords, actorOf, isSecurityAlert } from './action-words.ts';

test.for<[ActivityEntry['action'], ActivityEntry['details'], string]>([
  ['login', null, 'Signed in'],
  ['failed_login', { reason: 'wrong password' }, 'Failed sign-in'],
  ['profile_update', null, 'Profile update'],
  ['profile_update', { change: 'settings', settings: 'exitUrl' }, 'Changed the settings'],
  ['profile_update', { change: 'password' }, 'Changed their password'],
  ['profile_update', { change: 'guest log deleted', entries: 3 }, 'Deleted guest log entries'],
  ['profile_update', { change: 'temporary password shown', username: 'mira' }, 'Looked at a temporary password'],
  ['profile_update', { change: 'activity exported', filter: 'failed' }, 'Exported the activity log'],
  ['profile_update', { change: 'something new' }, 'Profile update'],
  ['profile_update', { change: 'constructor' }, 'Profile update'],
  ['admin_redirect', { change: 'redirect', guest: '192.0.2.7' }, 'Admin redirect'],
  ['admin_redirect', { change: 'prompt', prompt: 'code', guest: '192.0.2.7' }, 'Prompted a guest'],
  ['admin_redirect', { change: 'exit', guest: '192.0.2.7' }, 'Led a guest to the exit'],
  ['admin_redirect', { change: 'redirect removed', guest: '192.0.2.7' }, 'Removed a redirect'],
  ['admin_redirect', { change: 'stepped in', guest: '192.0.2.7', helper: 'ann' }, 'Stepped in to help a guest'],
  ['redirect', { steer: '7', what: 'code-prompt', state: 'seen', text: 'The code' }, 'Was shown a prompt'],
  ['redirect', { steer: '7', what: 'exit', state: 'delivered', address: 'https://example.com' }, 'Was led to the exit'],
  ['redirect', { steer: '7', what: 'toString' }, 'Was redirected'],
  // What older versions wrote.
  ['profile_update', { changed: 'password' }, 'Changed their password'],
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

test.for([
  ['7', 'Mira Kolb', 'Mira Kolb'],
  ['7', null, 'Unknown User'],
  [null, null, 'Unknown User'],
  ['guest_192_0_2_7', null, 'Guest (192.0.2.7)'],
  ['guest_2001:db8::7', null, 'Guest (2001:db8::7)'],
  ['command_line', null, 'Command line'],
] as const)('%s with the name %s is "%s"', ([userId, userName, words]) => {
  expect(actorOf({ userId, userName, formerName: null })).toBe(words);
});

test('an admin whose account is gone is still named', () => {
  expect(actorOf({ userId: '7', userName: null, formerName: 'mallory' })).toBe('mallory (account deleted)');
  expect(actorOf({ userId: '7', userName: 'Mira Kolb', formerName: null })).toBe('Mira Kolb');
});

test('an action that this page does not know is shown as it is called', () => {
  expect(actionWords({ action: 'account_merged' as ActivityEntry['action'], details: null }).text).toBe(
    'account merged',
  );
});

test.for([
  ['asked', 'Asked for help'],
  ['halted', 'Said that somebody told them to come here'],
  ['went on', 'Chose to go on'],
  ['something newer', 'Asked for help'],
] as const)('a guest who %s is said to have "%s"', ([help, text]) => {
  expect(actionWords({ action: 'help', details: { help } }).text).toBe(text);
});
