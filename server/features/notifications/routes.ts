import type { FastifyInstance } from 'fastify';
import {
  listNotifications,
  markAllRead,
  markRead,
  notificationCounts,
  testNotification,
  unreadCount,
} from '../../../contract/notifications.ts';
import type { Core } from '../../core.ts';
import { nextByTime, page } from '../../http/cursor.ts';
import { serve } from '../../http/route.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { Notifications } from './notifications.ts';
import { presentNotification } from './presenter.ts';
import { countAll, countSince, searchNotifications } from './queries.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 300, seconds: 60 } };

interface NotificationRoutesDeps extends Pick<Core, 'reader'> {
  readonly notifications: Notifications;
  readonly sockets: Sockets;
}

export function notificationRoutes(app: FastifyInstance, deps: NotificationRoutesDeps): void {
  const { reader, notifications, sockets } = deps;

  sockets.greetWith(() => ({ type: 'unread_count', count: notifications.unread }));
  notifications.onChange((fresh) => {
    for (const row of fresh) sockets.tell({ type: 'new_notification', notification: presentNotification(row) });
    sockets.tell({ type: 'unread_count', count: notifications.unread });
  });

  serve(app, listNotifications, {
    access: 'admin',
    limits: READS,
    passive: true,
    handler: async ({ query, reply }) => {
      const isPlain = query.cursor === undefined && query.q === '' && query.type === undefined;
      const known = isPlain ? notifications.newest(query.limit) : null;
      const rows = known ?? (await searchNotifications(reader, query));
      return page(reply, rows.map(presentNotification), nextByTime(rows, query.limit));
    },
  });

  serve(app, unreadCount, {
    access: 'admin',
    limits: READS,
    passive: true,
    handler: () => ({ count: notifications.unread }),
  });

  serve(app, notificationCounts, {
    access: 'admin',
    limits: READS,
    passive: true,
    handler: async ({ query }) => {
      const since = Date.parse(query.since);
      return {
        total: await countAll(reader),
        unread: notifications.unread,
        loginsToday: await countSince(reader, 'user_login', since),
        pageViewsToday: await countSince(reader, 'page_view', since),
      };
    },
  });

  serve(app, markRead, {
    access: 'admin',
    limits: WRITES,
    handler: ({ params, session }) => notifications.markRead(params.id, session.user.id),
  });

  serve(app, markAllRead, {
    access: 'admin',
    limits: WRITES,
    handler: ({ session }) => notifications.markAllRead(session.user.id),
  });

  serve(app, testNotification, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ body, session, visitor }) => {
      notifications.notify(
        body.type === 'user_login'
          ? { kind: 'login', name: `Test of ${session.user.username}`, admin: true, visitor: visitor() }
          : { kind: 'page-view', page: 'a test page', visitor: visitor() },
      );
      await notifications.settle();
    },
  });
}
