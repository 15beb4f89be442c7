import { expect, test } from 'vitest';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import { asRead, withLatest } from './cache.ts';

const notification = (id: string, changes: Partial<Notification> = {}): Notification => ({
  id,
  type: 'user_login',
  severity: 'info',
  title: 'Sign-in',
  message: '',
  isRead: false,
  createdAt: '2026-11-15T12:00:00.000Z',
  count: 1,
  about: { kind: 'log', id: 'login' },
  metadata: {},
  ...changes,
});
const idsOf = (items: readonly Notification[]) => items.map(({ id }) => id).join('');

test('The five newest are kept', () => {
  const five = [...'edcba'].map((id) => notification(id));
  expect(idsOf(withLatest(five, notification('f')))).toBe('fedcb');
});

test('A repeated notification moves up instead of appearing twice', () => {
  const again = notification('a', { count: 2 });
  const latest = withLatest([notification('b'), notification('a')], again);
  expect(idsOf(latest)).toBe('ab');
  expect(latest[0]).toBe(again);
});

test('One or all are marked as read', () => {
  const items = [notification('a'), notification('b')];
  expect(asRead(items, 'b').map(({ isRead }) => isRead)).toEqual([false, true]);
  expect(asRead(items, 'all').map(({ isRead }) => isRead)).toEqual([true, true]);
});

test('Reading a read notification changes nothing', () => {
  const items = [notification('a', { isRead: true })];
  expect(asRead(items, 'a')).toBe(items);
  expect(asRead(items, 'all')).toBe(items);
});
