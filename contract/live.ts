import type { Notification } from './notifications/notifications.ts';

export const SOCKET_PATH = '/ws';
/** For guests and signed-in users. Their pages only listen. */
export const GUEST_SOCKET_PATH = '/ws/guest';
/** The session has ended: do not reconnect. */
export const SOCKET_SIGNED_OUT = 4001;

export type ClientMessage = { type: 'admin_auth'; adminId: string };

export type ServerMessage =
  /** Silent: muted by this admin. */
  | { type: 'new_notification'; notification: Notification; silent?: true }
  /** Unread: those that count, those that need action, those of muted types. */
  | { type: 'unread_count'; count: number; needsAction: number; silent: number }
  | { type: 'guests_changed' }
  | { type: 'bulk_changed' };

/** Carries no content: the page polls its usual routes. */
export type GuestMessage =
  | { type: 'news' }
  /** Every 15 seconds: without it the connection is dead. */
  | { type: 'beat' };
