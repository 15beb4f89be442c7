import type { FastifyInstance } from 'fastify';
import {
  listNotifications,
  markAllRead,
  markRead,
  notificationCounts,
  notificationPreferences,
  saveNotificationPreferences,
  testNotification,
  unreadCount,
} from '../../../contract/notifications.ts';
import type { Core } from '../../core.ts';
import { nextByTime, page } from '../../http/cursor.ts';
import { serve } from '../../http/route.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { AdminPreferences } from '../admin-preferences/admin-preferences.ts';
import type { Notifications } from './notifications.ts';
import { presentNotification } from './presenter.ts';
import { countAll, countSince, searchNotifications } from './queries.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 300, seconds: 60 } };

interface NotificationRoutesDeps extends Pick<Core, 'reader'> {
  readonly notifications: Notifications;
  readonly preferences: AdminPreferences;
  readonly sockets: Sockets;
}

export function notificationRoutes(app: FastifyInstance, deps: NotificationRoutesDeps): void {
  const { reader, notifications, preferences, sockets } = deps;

  const unreadFor = (userId: string) => notifications.unreadBut(preferences.silentFor(userId));
  const unreadMessage = (userId: string) => ({ type: 'unread_count', ...unreadFor(userId) }) as const;

  sockets.greetWith(unreadMessage);
  notifications.onChange((fresh) => {
    for (const row of fresh) {
      const message = { type: 'new_notification', notification: presentNotification(row) } as const;
      sockets.tellEach((userId) =>
        preferences.silentFor(userId).has(row.type) ? { ...message, silent: true } : message,
      );
    }
    sockets.tellEach(unreadMessage);
  });
  preferences.onChange((changed) => sockets.tellEach((userId) => (userId === changed ? unreadMessage(userId) : null)));

  serve(app, listNotifications, {
    access: 'back-office',
    limits: READS,
    passive: true,
    handler: async ({ query, session, reply }) => {
      const { cursor, q, type, only, limit } = query;
      const silent = preferences.silentFor(session.user.id);
      const isPlain = cursor === undefined && q === '' && type === undefined && only !== 'warnings';
      const known = isPlain ? notifications.newest(limit, only === 'ringing' ? silent : undefined) : null;
      const rows = known ?? (await searchNotifications(reader, query, [...silent]));
      return page(reply, rows.map(presentNotification), nextByTime(rows, query.limit));
    },
  });

  serve(app, unreadCount, {
    access: 'back-office',
    limits: READS,
    passive: true,
    handler: ({ session }) => unreadFor(session.user.id),
  });

  serve(app, notificationCounts, {
    access: 'back-office',
    limits: READS,
    passive: true,
    handler: async ({ query, session }) => {
      const since = Date.parse(query.since);
      const { count, silent } = unreadFor(session.user.id);
      return {
        total: await countAll(reader),
        unread: count + silent,
        loginsToday: await countSince(reader, 'user_login', since),
        pageViewsToday: await countSince(reader, 'page_view', since),
      };
    },
  });

  serve(app, notificationPreferences, {
    access: 'back-office',
    limits: READS,
    handler: async ({ session }) => ({ silent: await preferences.storedSilent(session.user.id) }),
  });

  serve(app, saveNotificationPreferences, {
    access: 'back-office',
    limits: WRITES,
    handler: async ({ body, session }) => {
      await preferences.saveSilent(session.user.id, body.silent);
      return { silent: await preferences.storedSilent(session.user.id) };
    },
  });

  serve(app, markRead, {
    access: 'back-office',
    limits: WRITES,
    handler: ({ params, session }) => notifications.markRead(params.id, session.user.id),
  });

  serve(app, markAllRead, {
    access: 'back-office',
    limits: WRITES,
    handler: ({ session }) => notifications.markAllRead(session.user.id),
  });

  serve(app, testNotification, {
    access: 'change-portal',
    limits: WRITES,
    handler: async ({ body, session, visitor }) => {
      notifications.notify(
        body.type === 'user_login'
          ? {
              kind: 'login',
              user: { id: session.user.id, name: `Test of ${session.user.username}` },
              admin: true,
              visitor: visitor(),
            }
          : { kind: 'page-view', page: 'a test page', guestId: null, visitor: visitor() },
      );
      await notifications.settle();
    },
  });
}
