import type { Notification } from './notifications/notifications.ts';

/** What goes over the sockets. Both sides import it; the server checks what it gets. */

export const SOCKET_PATH = '/ws';
/** For guests, and for signed-in users whom the support team redirects. Their pages say nothing on it. */
export const GUEST_SOCKET_PATH = '/ws/guest';
/** The session is over: there is nothing to reconnect to. */
export const SOCKET_SIGNED_OUT = 4001;

/** The first thing a page says; the admin must be the one of the session. */
export type ClientMessage = { type: 'admin_auth'; adminId: string };

export type ServerMessage =
  /** Silent: of a kind that this admin has switched off. */
  | { type: 'new_notification'; notification: Notification; silent?: true }
  /** Of this person: those that count, how many of them ask for action, and those of kinds that are switched off. */
  | { type: 'unread_count'; count: number; needsAction: number; silent: number }
  /** The list of guests or their log has changed: fetch it again. */
  | { type: 'guests_changed' }
  /** Bulk work on users has begun, come further or ended: fetch the list of it again. */
  | { type: 'bulk_changed' };

/** Never what is new: the page asks the routes that it asks without a socket, and they decide. */
export type GuestMessage =
  | { type: 'news' }
  /** At first and then every 15 seconds: a page that hears nothing knows that its connection is dead. */
  | { type: 'beat' };
