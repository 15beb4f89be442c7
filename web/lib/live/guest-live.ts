import { useEffect } from 'react';
import { GUEST_SOCKET_PATH, type GuestMessage, SOCKET_SIGNED_OUT } from '../../../contract/live.ts';
import { createStore } from '../store.ts';

/** The socket of guest and account pages only announces news: then the page polls at once. */

/** The server sends a heartbeat every 15 seconds. */
const SILENCE_MAX_MS = 40_000;
/** Spreads reconnects after a restart of the server. */
const FIRST_RETRY_WITHIN_MS = 3_000;
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 60_000;
/** Keeps the socket open while the guest moves to another page. */
const LINGER_MS = 1_000;
const DROPPED = 4000;

const NEWS = JSON.stringify({ type: 'news' } satisfies GuestMessage);

export const isLive = createStore(false);
const newsCount = createStore(0);
export const onNews = newsCount.subscribe;
const announce = () => newsCount.set(newsCount.get() + 1);

let socket: WebSocket | null = null;
let users = 0;
let failures = 0;
let lastMessageAt = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let silenceTimer: ReturnType<typeof setTimeout> | undefined;

/** Exponential backoff with jitter. */
function retryDelay() {
  if (failures === 1) return Math.random() * FIRST_RETRY_WITHIN_MS;
  return Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (failures - 2)) * (1 + Math.random() / 4);
}

/** Without a code the close is normal, and the server takes it as leaving the page. */
function disconnect(code?: number) {
  clearTimeout(retryTimer);
  clearTimeout(silenceTimer);
  if (!socket) return;
  socket.onmessage = socket.onclose = null;
  socket.close(code);
  socket = null;
  if (isLive.get()) isLive.set(false);
}

const drop = () => disconnect(DROPPED);
const leave = () => disconnect();

function retry() {
  drop();
  failures += 1;
  retryTimer = setTimeout(connect, retryDelay());
}

function messageReceived() {
  lastMessageAt = Date.now();
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(retry, SILENCE_MAX_MS);
}

/** A hidden page keeps its socket but opens none. */
function connect() {
  clearTimeout(retryTimer);
  if (socket || !users || document.hidden || !navigator.onLine) return;
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${GUEST_SOCKET_PATH}`);
  messageReceived();
  socket.onmessage = ({ data }) => {
    messageReceived();
    failures = 0;
    // On the first message, not on open: a proxy may accept a socket and forward nothing.
    if (!isLive.get()) isLive.set(true);
    else if (data === NEWS) announce();
  };
  socket.onclose = ({ code }) => {
    if (code !== SOCKET_SIGNED_OUT) return retry();
    disconnect();
    announce();
  };
}

/** A suspended page learns late that its connection is dead. */
function onVisible() {
  if (!document.hidden && Date.now() - lastMessageAt > SILENCE_MAX_MS) drop();
  connect();
}

function stop() {
  if (users) return;
  document.removeEventListener('visibilitychange', onVisible);
  removeEventListener('online', connect);
  removeEventListener('pageshow', connect);
  removeEventListener('offline', drop);
  removeEventListener('pagehide', leave);
  disconnect();
}

export function openGuestLive() {
  users += 1;
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', connect);
  addEventListener('pageshow', connect);
  // Browsers take minutes to notice a lost network.
  addEventListener('offline', drop);
  addEventListener('pagehide', leave);
  connect();
  return () => {
    users -= 1;
    setTimeout(stop, LINGER_MS);
  };
}

export function useGuestLive() {
  useEffect(openGuestLive, []);
}
