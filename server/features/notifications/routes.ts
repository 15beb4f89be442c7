import type { FastifyInstance } from 'fastify';
import {
  listNotifications,
  markAllRead,
  markRead,
  type NotificationType,
  notificationCounts,
  notificationPreferences,
  saveNotificationPreferences,
  testNotification,
  unreadCount,
} from '../../../contract/notifications/notifications.ts';
import { DAY_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { nextByTime, page } from '../../http/cursor.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import type { Sockets, Viewer } from '../../live/sockets.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { ReadState } from './countable.ts';
import type { Notifications } from './notifications.ts';
import { kindsFor } from './policy.ts';
import type { NotificationPreferences } from './preferences.ts';
import { presentNotification } from './presenter.ts';
import { countAll, countSince, searchNotifications } from './queries.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: REQUESTS.deskWrites };
/** Covers today in every time zone. */
const TODAY_MS = 2 * DAY_MS;

interface NotificationRoutesDeps extends Pick<Core, 'reader' | 'transact' | 'clock'> {
  readonly notifications: Notifications;
  readonly preferences: NotificationPreferences;
  readonly sockets: Sockets;
}

export function notificationRoutes(app: FastifyInstance, deps: NotificationRoutesDeps): void {
  const { reader, transact, clock, notifications, preferences, sockets } = deps;

  const { reads } = notifications;
  const unreadOf = ({ userId, role }: Viewer, state: ReadState) =>
    notifications.unreadOf(role, state, preferences.silentFor(userId));
  const unreadFor = async ({ user: { id, role } }: Session) => unreadOf({ userId: id, role }, await reads.of(id));
  const unreadMessage = (viewer: Viewer) => {
    const state = reads.knownOf(viewer.userId);
    return state === undefined ? null : ({ type: 'unread_count', ...unreadOf(viewer, state) } as const);
  };
  const tellUnread = (userId: string) =>
    sockets.notifyEach((viewer) => (viewer.userId === userId ? unreadMessage(viewer) : null));

  const preferencesOf = async ({ user }: Session) => {
    const stored = await preferences.storedSilent(user.id);
    return { silent: stored.filter((type) => kindsFor(user.role).has(type)) };
  };

  sockets.greetWith(unreadMessage);
  notifications.onChange((fresh) => {
    for (const row of fresh) {
      sockets.notifyEach(({ userId }) => {
        const [state, silent] = [reads.knownOf(userId), preferences.silentFor(userId)];
        const isRead = state !== undefined && notifications.isRead(row, state, silent);
        const message = { type: 'new_notification', notification: presentNotification(row, isRead) } as const;
        return silent.has(row.type) ? { ...message, silent: true } : message;
      });
    }
    sockets.notifyEach(unreadMessage);
  });
  preferences.onChange = tellUnread;
  reads.onChange = tellUnread;

  serve(app, listNotifications, {
    access: 'back-office',
    limits: READS,
    passive: true,
    handler: async ({ query, session, reply }) => {
      const { cursor, q, type, only, limit } = query;
      const { id, role } = session.user;
      const [kinds, silent] = [kindsFor(role), preferences.silentFor(id)];
      const isPlain = cursor === undefined && q === '' && type === undefined && only !== 'warnings';
      const known = isPlain ? notifications.newest(limit, kinds, only === 'ringing' ? silent : undefined) : null;
      const { rows, next } =
        known === null
          ? await searchNotifications(reader, query, [...kinds], [...silent])
          : { rows: known, next: nextByTime(known, limit) };
      const state = await reads.of(id);
      const shown = rows.map((row) => presentNotification(row, notifications.isRead(row, state, silent)));
      return page(reply, shown, next);
    },
  });

  serve(app, unreadCount, {
    access: 'back-office',
    limits: READS,
    passive: true,
    handler: ({ session }) => unreadFor(session),
  });

  serve(app, notificationCounts, {
    access: 'back-office',
    limits: READS,
    passive: true,
    handler: async ({ query, session }) => {
      const since = Math.max(Date.parse(query.since), clock.now() - TODAY_MS);
      const kinds = kindsFor(session.user.role);
      const { count } = await unreadFor(session);
      const today = async (type: NotificationType) => (kinds.has(type) ? countSince(reader, type, since) : 0);
      return {
        total: await countAll(reader, [...kinds]),
        unread: count,
        loginsToday: await today('user_login'),
        pageViewsToday: await today('page_view'),
      };
    },
  });

  serve(app, notificationPreferences, {
    access: 'back-office',
    limits: READS,
    handler: ({ session }) => preferencesOf(session),
  });

  serve(app, saveNotificationPreferences, {
    access: 'back-office',
    limits: WRITES,
    change: async ({ body, session, actor }) => {
      await preferences.saveSilent(actor(), body.silent);
      return preferencesOf(session);
    },
  });

  serve(app, markRead, {
    access: 'back-office',
    limits: WRITES,
    change: ({ params, actor }) => reads.markRead(params.id, actor()),
  });

  serve(app, markAllRead, {
    access: 'back-office',
    limits: WRITES,
    change: ({ actor }) => reads.markAllRead(actor()),
  });

  serve(app, testNotification, {
    access: 'change-portal',
    limits: WRITES,
    change: async ({ body, session, visitor, actor }) => {
      await transact(actor(), async () => {});
      notifications.notify(
        body.type === 'user_login'
          ? {
              kind: 'login',
              user: { id: session.user.id, name: `${session.user.username} (test)` },
              role: session.user.role,
              visitor: visitor(),
            }
          : { kind: 'page-view', page: 'a test page', guestId: null, isKnown: false, visitor: visitor() },
      );
      await notifications.settle();
    },
  });
}
