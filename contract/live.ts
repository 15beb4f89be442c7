import type { Notification } from './notifications/notifications.ts';

export const SOCKET_PATH = '/ws';
/** For guests, and for signed-in users. Their pages only listen. */
export const GUEST_SOCKET_PATH = '/ws/guest';
/** The session has ended: do not reconnect. */
export const SOCKET_SIGNED_OUT = 4001;

export type ClientMessage = { type: 'admin_auth'; adminId: string };

export type ServerMessage =
  /** Silent: this admin muted the type. */
  | { type: 'new_notification'; notification: Notification; silent?: true }
  | { type: 'unread_count'; count: number; needsAction: number }
  | { type: 'guests_changed' }
  | { type: 'bulk_changed' };

/** Carries no content: the page polls its usual routes, and they decide. */
export type GuestMessage =
  | { type: 'news' }
  /** A heartbeat every 15 seconds: without it the page knows the connection is dead. */
  | { type: 'beat' };
