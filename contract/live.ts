import type { Notification } from './notifications/notifications.ts';

/** Socket messages. The server validates what it receives. */

export const SOCKET_PATH = '/ws';
/** For guests, and for signed-in users whom staff may redirect. Their pages only listen. */
export const GUEST_SOCKET_PATH = '/ws/guest';
/** The session has ended: do not reconnect. */
export const SOCKET_SIGNED_OUT = 4001;

/** Must match the session's admin. */
export type ClientMessage = { type: 'admin_auth'; adminId: string };

export type ServerMessage =
  /** Silent: this admin muted the type. */
  | { type: 'new_notification'; notification: Notification; silent?: true }
  /** Unread: those that count, those that need action, those of muted types. */
  | { type: 'unread_count'; count: number; needsAction: number; silent: number }
  /** Fetch the list and log of guests again. */
  | { type: 'guests_changed' }
  /** Fetch the list of bulk changes again. */
  | { type: 'bulk_changed' };

/** Carries no content: the page polls its usual routes, and they decide. */
export type GuestMessage =
  | { type: 'news' }
  /** A heartbeat every 15 seconds: without it the page knows the connection is dead. */
  | { type: 'beat' };
