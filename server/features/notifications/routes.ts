import type { FastifyInstance } from 'fastify';
import {
  listNotifications,
  markAllRead,
  markRead,
  notificationCounts,
  testNotification,
  unreadCount,
} from '../../../contract/notifications.ts';
import type { Db } from '../../db/tables.ts';
import { encodeCursor } from '../../http/cursor.ts';
import { serve } from '../../http/route.ts';
import type { Sockets } from '../../live/sockets.ts';
import type { Notifications } from './notifications.ts';
import { presentNotification } from './presenter.ts';
import { searchNotifications } from './search.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 300, seconds: 60 } };
const done = { success: true } as const;

interface NotificationRoutesDeps {
  readonly reader: Db;
  readonly notifications: Notifications;
  readonly sockets: Sockets;
}

export function notificationRoutes(app: FastifyInstance, deps: NotificationRoutesDeps): void {
  const { reader, notifications, sockets } = deps;

  sockets.greetWith(() => ({ type: 'unread_count', count: notifications.unread }));
  notifications.onNew((row) => sockets.tell({ type: 'new_notification', notification: presentNotification(row) }));
  notifications.onCount((count) => sockets.tell({ type: 'unread_count', count }));

  serve(app, listNotifications, {
    access: 'admin',
    limits: READS,
    passive: true,
    handler: async ({ query, reply }) => {
      const plain = query.cursor === undefined && query.q === '' && query.type === undefined;
      const known = plain ? notifications.newest(query.limit) : null;
      if (known !== null) {
        const last = known.at(-1);
        if (last !== undefined && known.length === query.limit)
          reply.header('x-next-cursor', encodeCursor([last.created_at, last.id]));
        return known.map(presentNotification);
      }
      const { rows, next } = await searchNotifications(reader, query);
      if (next !== null) reply.header('x-next-cursor', next);
      return rows.map(presentNotification);
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
      const counted = reader.selectFrom('notifications').select((row) => row.fn.countAll<number>().as('count'));
      const today = (type: 'user_login' | 'page_view') =>
        counted.where('type', '=', type).where('created_at', '>=', since).executeTakeFirstOrThrow();
      return {
        total: (await counted.executeTakeFirstOrThrow()).count,
        unread: notifications.unread,
        loginsToday: (await today('user_login')).count,
        pageViewsToday: (await today('page_view')).count,
      };
    },
  });

  serve(app, markRead, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params }) => {
      await notifications.markRead(params.id);
      return done;
    },
  });

  serve(app, markAllRead, {
    access: 'admin',
    limits: WRITES,
    handler: async () => {
      await notifications.markRead(null);
      return done;
    },
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
      return done;
    },
  });
}
