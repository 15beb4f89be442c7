import type { Notification } from './notifications/notifications.ts';

export const SOCKET_PATH = '/ws';
/** For guests and signed-in users, whose pages only listen. */
export const GUEST_SOCKET_PATH = '/ws/guest';
/** The session has ended: don't reconnect. */
export const SOCKET_SIGNED_OUT = 4001;

export type ClientMessage = { type: 'admin_auth'; adminId: string };

export type ServerMessage =
  /** `silent`: this admin muted it. */
  | { type: 'new_notification'; notification: Notification; silent?: true }
  | { type: 'unread_count'; count: number; needsAction: number }
  | { type: 'guests_changed' }
  | { type: 'bulk_changed' };

/** No content: the page then polls its usual routes. */
export type GuestMessage =
  | { type: 'news' }
  /** Sent every 15 seconds. Without it, the connection is dead. */
  | { type: 'beat' };
