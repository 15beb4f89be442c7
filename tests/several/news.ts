import { describe, expect, test } from 'vitest';
import type { ServerMessage } from '../../contract/live.ts';
import { until } from '../support/process.ts';
import { AT_ONCE_MS, type Portal } from './portal.ts';

/** A notification is written 200 ms after its cause, so that many are written together. */
const NEWS_WITHIN_MS = AT_ONCE_MS + 500;
const VIEWS = 8;

export function newsArrives({ several, admin }: Portal): void {
  const unread = async () => {
    const path = '/api/admin/notifications/unread-count';
    const answers = await Promise.all(
      several()
        .atEach(admin())
        .map((each) => each.ask('GET', path)),
    );
    return answers.map(({ body }) => body.count as number);
  };

  describe('admins', () => {
    test('on every process hear what happens on every other', async () => {
      const sockets = await Promise.all(several().proxy.targets.map((port) => several().socket(admin(), port)));
      sockets.push(await several().socket(admin()));
      for (const index of several().proxy.targets.keys()) {
        for (const { heard } of sockets) heard.length = 0;
        const guest = several().at(index);
        await guest.ask('POST', '/api/guest/log-activity', { page: 'Email Entry Page' });
        const has = (heard: ServerMessage[], type: ServerMessage['type'], text = '') =>
          heard.some((message) => message.type === type && JSON.stringify(message).includes(text));
        await until(
          'all have heard it',
          () =>
            sockets.every(
              ({ heard }) =>
                has(heard, 'new_notification', `Guest (${guest.ip})`) &&
                has(heard, 'guests_changed') &&
                has(heard, 'unread_count'),
            ),
          NEWS_WITHIN_MS,
        );
      }
      const told = sockets.map(({ heard }) => heard.findLast(({ type }) => type === 'unread_count'));
      expect(new Set(told.map((message) => JSON.stringify(message))).size).toBe(1);
      expect(new Set(await unread()).size).toBe(1);
    });

    test('read what was said once, and have read it everywhere', async () => {
      const guests = Array.from({ length: 5 }, () => several().visitor());
      const ofThem = () =>
        several()
          .db.selectFrom('notifications')
          .select('count')
          .where(
            'group_key',
            'in',
            guests.map(({ ip }) => `page-view:${ip}`),
          )
          .execute();
      const views = guests.flatMap((guest) => Array.from({ length: VIEWS }, () => guest));
      await Promise.all(
        views.map((guest) => guest.ask('POST', '/api/guest/log-activity', { page: 'Email Entry Page' })),
      );
      await until(
        'all views are counted',
        async () => (await ofThem()).reduce((sum, { count }) => sum + count, 0) === views.length,
        NEWS_WITHIN_MS,
      );
      expect(await ofThem()).toEqual(guests.map(() => ({ count: VIEWS })));
      await until('all count the same', async () => new Set(await unread()).size === 1, AT_ONCE_MS);
      expect((await unread())[0]).toBeGreaterThan(0);
      await admin().ask('PATCH', '/api/admin/notifications/mark-all-read');
      await until('nothing is left', async () => (await unread()).every((count) => count === 0), AT_ONCE_MS);
    });
  });
}
