import type { Notification } from './notifications.ts';

/** What goes over the socket at `/ws`. Both sides import it; the server checks what it gets. */

export const SOCKET_PATH = '/ws';
/** The session is over: there is nothing to reconnect to. */
export const SOCKET_SIGNED_OUT = 4001;

/** The first thing a page says; the admin must be the one of the session. */
export type ClientMessage = { type: 'admin_auth'; adminId: string };

export type ServerMessage =
  | { type: 'new_notification'; notification: Notification }
  | { type: 'unread_count'; count: number }
  /** The list of guests or their log has changed: fetch it again. */
  | { type: 'guests_changed' };
