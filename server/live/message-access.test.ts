import { expect, test } from 'vitest';
import type { ServerMessage } from '../../contract/live.ts';
import { type Notification, NotificationType } from '../../contract/notifications/notifications.ts';
import { ROLES, type Role } from '../../contract/users/users.rules.ts';
import { MESSAGE_ACCESS, mayReceive } from './sockets.ts';

const PLAIN: ServerMessage[] = [
  { type: 'unread_count', count: 0, needsAction: 0 },
  { type: 'guests_changed' },
  { type: 'bulk_changed' },
];
const about = (type: NotificationType): ServerMessage => ({
  type: 'new_notification',
  notification: { type } as Notification,
});
const heardBy = (message: ServerMessage) => ROLES.filter((role) => mayReceive(role, message));

test.for<[ServerMessage['type'], Role[]]>([
  ['unread_count', ['helper', 'manager', 'auditor', 'admin']],
  ['guests_changed', ['helper', 'auditor', 'admin']],
  ['bulk_changed', ['manager', 'auditor', 'admin']],
])('%s is sent to %o', ([type, roles]) => {
  expect(PLAIN.filter((message) => message.type === type).map(heardBy)).toEqual([roles]);
});

const OF_USERS = ['manager', 'auditor', 'admin'];
const OF_GUESTS = ['helper', 'auditor', 'admin'];
const OF_THE_PORTAL = ['auditor', 'admin'];

test.for<[NotificationType, string[]]>([
  ['user_login', OF_USERS],
  ['failed_login', OF_USERS],
  ['profile_update', OF_USERS],
  ['page_view', OF_GUESTS],
  ['code_result', OF_GUESTS],
  ['help_request', OF_GUESTS],
  ['security', ['admin']],
  ['mail_failure', OF_THE_PORTAL],
  ['webhook_failure', OF_THE_PORTAL],
  ['settings_change', OF_THE_PORTAL],
  ['storage', OF_THE_PORTAL],
])('A notification of %s is sent to %o', ([type, roles]) => {
  expect(heardBy(about(type))).toEqual(roles);
});

test('There is no other message and no other kind', () => {
  expect(new Set(Object.keys(MESSAGE_ACCESS))).toEqual(new Set([...PLAIN.map(({ type }) => type), 'new_notification']));
  expect(NotificationType.options).toHaveLength(11);
});
