import { expect, test } from 'vitest';
import { readMessage } from './live-message.ts';

const notification = {
  id: '1',
  type: 'user_login',
  severity: 'info',
  title: 'Sign-in',
  message: 'Mira signed in',
  isRead: false,
  createdAt: '2026-11-15T12:00:00.000Z',
  count: 1,
  about: { kind: 'log', id: null },
  metadata: {},
};

test.for([
  { type: 'new_notification', notification },
  { type: 'new_notification', notification, silent: true },
  { type: 'unread_count', count: 1, needsAction: 1 },
  { type: 'guests_changed' },
  { type: 'bulk_changed' },
])('The message $type is understood', (message) => {
  expect(readMessage(JSON.stringify(message))).toEqual(message);
});

test.for([
  ['nothing', ''],
  ['half of it', '{"type":"unread_co'],
  ['no object', 'null'],
  ['a list', '[]'],
  ['another type', '{"type":"reboot"}'],
  ['a name of every object', '{"type":"constructor"}'],
  ['no count', '{"type":"unread_count"}'],
  ['a count below nothing', '{"type":"unread_count","count":-1,"needsAction":0}'],
  ['half of the counts', '{"type":"unread_count","count":1}'],
  ['a notification without its parts', '{"type":"new_notification","notification":{"id":"1"}}'],
  [
    'a notification without metadata',
    JSON.stringify({ type: 'new_notification', notification: { ...notification, metadata: null } }),
  ],
  ['bytes', new ArrayBuffer(4)],
] as const)('The message %s is rejected', ([, data]) => {
  expect(readMessage(data)).toBeNull();
});
