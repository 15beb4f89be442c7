import { type ClientMessage, type ServerMessage, SOCKET_PATH, SOCKET_SIGNED_OUT } from '../../contract/live.ts';
import { leaveToSignIn } from './leave-to-sign-in.ts';
import { readMessage } from './live-message.ts';

/** One socket for each load of the back-office. Kept outside React, so that any part of a page can listen. */

const RECONNECT_MS = 3000;

export type LiveState = 'connecting' | 'connected' | 'reconnecting';

/** `catch_up` is ours: the connection is new or the page was out of sight, so something may have been missed. */
export type LiveEvent = ServerMessage | { type: 'catch_up' };

let state: LiveState = 'connecting';
const watchers = new Set<() => void>();
const listeners = new Set<(event: LiveEvent) => void>();

function change(next: LiveState) {
  state = next;
  for (const watcher of watchers) watcher();
}

function tell(event: LiveEvent) {
  for (const listener of listeners) listener(event);
}

function hear(data: unknown) {
  const message = readMessage(data);
  if (message) tell(message);
  else console.info('Ignored what came over the socket:', data);
}

export const liveState = () => state;

export function subscribeToLiveState(watcher: () => void) {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

export function subscribeToLive(listener: (event: LiveEvent) => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const address = () => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${SOCKET_PATH}`;

/** Stays connected until the returned function is called. */
export function openLive(adminId: string) {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Out of sight or offline it rests: nobody is looking, or nobody would answer. */
  const connect = () => {
    clearTimeout(timer);
    if (socket || document.hidden || !navigator.onLine) return;
    const opened = new WebSocket(address());
    socket = opened;
    opened.onopen = () => {
      opened.send(JSON.stringify({ type: 'admin_auth', adminId } satisfies ClientMessage));
      change('connected');
      tell({ type: 'catch_up' });
    };
    opened.onmessage = ({ data }) => hear(data);
    opened.onclose = ({ code }) => {
      leave();
      if (code === SOCKET_SIGNED_OUT) leaveToSignIn();
      else timer = setTimeout(connect, RECONNECT_MS);
    };
  };

  const leave = () => {
    clearTimeout(timer);
    if (!socket) return;
    const left = socket;
    socket = null;
    left.onopen = left.onmessage = left.onclose = null;
    left.close();
    change('reconnecting');
  };

  const see = () => {
    if (document.hidden) return;
    if (socket) tell({ type: 'catch_up' });
    else connect();
  };

  connect();
  document.addEventListener('visibilitychange', see);
  addEventListener('online', connect);
  // Without a network a browser can take minutes to notice that the other side is gone.
  addEventListener('offline', leave);
  return () => {
    document.removeEventListener('visibilitychange', see);
    removeEventListener('online', connect);
    removeEventListener('offline', leave);
    leave();
    change('connecting');
  };
}
