import { expect, test } from 'vitest';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { mayOpen } from '../../lib/use-may.ts';
import { notificationUrl } from './notification-url.ts';

const NOW = Date.parse('2026-11-16T12:00:00.000Z');
const HOUR = 60 * 60 * 1000;
const ip = '203.0.113.9';

type Case = Pick<Notification, 'type'> & {
  about: Notification['about'];
  metadata?: Notification['metadata'];
  hoursAgo?: number;
};

const cases: [what: string, told: Case, address: string][] = [
  ['a sign-in', { type: 'user_login', about: { kind: 'user', id: 'u1' }, metadata: { ip } }, '/admin/users?user=u1'],
  ['many sign-ins', { type: 'user_login', about: { kind: 'log', id: 'login' } }, '/admin/activity?filter=login'],
  [
    'failed sign-ins of an address',
    { type: 'failed_login', about: { kind: 'log', id: 'failed' }, metadata: { ip } },
    '/admin/activity?filter=failed&q=203.0.113.9',
  ],
  [
    'failed sign-ins of many',
    { type: 'failed_login', about: { kind: 'log', id: 'failed' } },
    '/admin/activity?filter=failed',
  ],
  ['many profiles', { type: 'profile_update', about: { kind: 'user', id: null } }, '/admin/users'],
  [
    'a guest',
    { type: 'page_view', about: { kind: 'guest', id: 'g1' }, metadata: { ip } },
    '/admin/guest-activity?guest=g1',
  ],
  [
    'a guest of the day before yesterday',
    { type: 'page_view', about: { kind: 'guest', id: 'g1' }, metadata: { ip }, hoursAgo: 40 },
    '/admin/activity?q=203.0.113.9',
  ],
  [
    'guests of one address',
    { type: 'page_view', about: { kind: 'guest', id: null }, metadata: { ip } },
    '/admin/guest-activity?view=all&q=203.0.113.9',
  ],
  ['a crowd', { type: 'page_view', about: { kind: 'guests', id: null } }, '/admin/guest-activity?view=all'],
  [
    'guests of a network who ask for help',
    { type: 'help_request', about: { kind: 'guest', id: null }, metadata: { ip } },
    '/admin/guest-activity?view=needs-help',
  ],
  [
    'somebody who was told to come',
    { type: 'security', about: { kind: 'guests', id: '203.0.113.' } },
    '/admin/guest-activity?view=all&q=203.0.113.',
  ],
  ['mail to a guest', { type: 'mail_failure', about: { kind: 'guest', id: 'g1' } }, '/admin/guest-activity?guest=g1'],
  ['mail to several', { type: 'mail_failure', about: { kind: 'guest', id: null } }, '/admin?check=security'],
  ['mail to a user', { type: 'mail_failure', about: { kind: 'check', id: null } }, '/admin?check=security'],
  [
    'the exit URL',
    { type: 'settings_change', about: { kind: 'settings', id: 'exit-url' } },
    '/admin/settings#exit-url',
  ],
  ['some setting', { type: 'settings_change', about: { kind: 'settings', id: null } }, '/admin/settings'],
  ['entries that are missing', { type: 'storage', about: { kind: 'log', id: null } }, '/admin/activity'],
];

test.for(cases)('The link of a notification: %s', ([, { metadata = {}, hoursAgo = 1, ...told }, address]) => {
  const createdAt = new Date(NOW - hoursAgo * HOUR).toISOString();
  expect(notificationUrl({ ...told, metadata, createdAt }, NOW, () => true)).toBe(address);
});

const led = (role: Role, told: Case) => {
  const { hoursAgo = 0, metadata = {}, ...rest } = told;
  const createdAt = new Date(NOW - hoursAgo * HOUR).toISOString();
  return notificationUrl({ ...rest, metadata, createdAt }, NOW, (address) => mayOpen(role, address));
};

test.for<[Role, string, Case, string | null]>([
  ['helper', 'a guest', { type: 'page_view', about: { kind: 'guest', id: 'g1' } }, '/admin/guest-activity?guest=g1'],
  [
    'helper',
    'a guest of days ago',
    { type: 'page_view', about: { kind: 'guest', id: 'g1' }, metadata: { ip }, hoursAgo: 30 },
    '/admin/guest-activity?view=all&q=203.0.113.9',
  ],
  ['manager', 'a user', { type: 'user_login', about: { kind: 'user', id: 'u1' } }, '/admin/users?user=u1'],
  ['manager', 'failures', { type: 'failed_login', about: { kind: 'log', id: 'failed' } }, null],
  ['helper', 'the check', { type: 'mail_failure', about: { kind: 'check', id: null } }, null],
  ['auditor', 'the check', { type: 'mail_failure', about: { kind: 'check', id: null } }, '/admin?check=security'],
])('A %s is led by %s only to pages they may see', ([role, , told, address]) => {
  expect(led(role, told)).toBe(address);
});
