import { useEffect } from 'react';
import { GUEST_SOCKET_PATH, type GuestMessage, SOCKET_SIGNED_OUT } from '../../../contract/live.ts';
import { createStore } from '../store.ts';

/**
 * One socket for each load of a guest's or signed-in user's page. It says that there is something to ask for, and nothing
 * else: the page asks as it does without it, only not so often. Where there is none, nobody notices.
 */

/** The server says something every 15 seconds. */
const SILENT_MS = 40_000;
/** After a restart of the server everybody comes back, and not in the same moment. */
const RETURN_WITHIN_MS = 3_000;
const PAUSE_MS = 2_000;
const PAUSE_MAX_MS = 60_000;
/** From one page to the next it stays open. */
const LINGER_MS = 1_000;
const GIVEN_UP = 4000;

const NEWS = JSON.stringify({ type: 'news' } satisfies GuestMessage);

/** Whether the server tells this page when there is something to ask for. */
export const isLive = createStore(false);
const listeners = new Set<() => void>();

let socket: WebSocket | null = null;
let users = 0;
let failures = 0;
let heardAt = 0;
let retrying: ReturnType<typeof setTimeout> | undefined;
let listening: ReturnType<typeof setTimeout> | undefined;

function tell() {
  for (const listener of listeners) listener();
}

/** Hears when there is something to ask for. */
export function onNews(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Soon after a connection was cut; later and later where none comes about. */
function pause() {
  if (failures === 1) return Math.random() * RETURN_WITHIN_MS;
  return Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failures - 2)) * (1 + Math.random() / 4);
}

/** Closed in the ordinary way the server takes the page for left, so a connection that is only given up says so. */
function disconnect(code?: number) {
  clearTimeout(retrying);
  clearTimeout(listening);
  if (!socket) return;
  socket.onmessage = socket.onclose = null;
  socket.close(code);
  socket = null;
  if (isLive.get()) isLive.set(false);
}

const giveUp = () => disconnect(GIVEN_UP);
const leave = () => disconnect();

function retry() {
  giveUp();
  failures += 1;
  retrying = setTimeout(connect, pause());
}

function heard() {
  heardAt = Date.now();
  clearTimeout(listening);
  listening = setTimeout(retry, SILENT_MS);
}

/** A hidden page keeps the socket it has, but opens none. */
function connect() {
  clearTimeout(retrying);
  if (socket || !users || document.hidden || !navigator.onLine) return;
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${GUEST_SOCKET_PATH}`);
  heard();
  socket.onmessage = ({ data }) => {
    heard();
    failures = 0;
    // Only now: a proxy may take a socket and pass nothing on.
    if (!isLive.get()) isLive.set(true);
    else if (data === NEWS) tell();
  };
  socket.onclose = ({ code }) => {
    if (code !== SOCKET_SIGNED_OUT) return retry();
    // Nobody would let this page in again. Who asks is led to the sign-in page.
    disconnect();
    tell();
  };
}

/** A page that was suspended finds out late what has become of its connection. */
function onVisible() {
  if (!document.hidden && Date.now() - heardAt > SILENT_MS) giveUp();
  connect();
}

function stop() {
  if (users) return;
  document.removeEventListener('visibilitychange', onVisible);
  removeEventListener('online', connect);
  removeEventListener('pageshow', connect);
  removeEventListener('offline', giveUp);
  removeEventListener('pagehide', leave);
  disconnect();
}

/** Stays connected until the returned function is called. */
export function openGuestLive() {
  users += 1;
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', connect);
  addEventListener('pageshow', connect);
  // Without a network a browser can take minutes to notice that the other side is gone.
  addEventListener('offline', giveUp);
  // The server learns that the page was left, and did not just fall silent.
  addEventListener('pagehide', leave);
  connect();
  return () => {
    users -= 1;
    setTimeout(stop, LINGER_MS);
  };
}

/** For pages whose polls the support team's news concern. */
export function useGuestLive() {
  useEffect(openGuestLive, []);
}
