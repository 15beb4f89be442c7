import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type ClientMessage, type ServerMessage, SOCKET_PATH, SOCKET_SIGNED_OUT } from '../../../contract/live.ts';
import { throttledRefetch } from '../api/refetch.ts';
import { leaveToSignIn } from '../leave-to-sign-in.ts';
import { createStore } from '../store.ts';
import { readMessage } from './live-message.ts';

const RECONNECT_MS = 3000;

export type LiveState = 'connecting' | 'connected' | 'reconnecting';

/** The page sends itself `catch_up`: after a reconnect or while hidden it may have missed messages. */
type LiveEvent = ServerMessage | { type: 'catch_up' };

export const liveState = createStore<LiveState>('connecting');
const listeners = new Set<(event: LiveEvent) => void>();

function emit(event: LiveEvent) {
  for (const listener of listeners) listener(event);
}

function receive(data: unknown) {
  const message = readMessage(data);
  if (message) emit(message);
  else console.info('Ignored what came over the socket:', data);
}

export function subscribeToLive(listener: (event: LiveEvent) => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const socketUrl = () => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${SOCKET_PATH}`;

export function openLive(adminId: string) {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    clearTimeout(timer);
    if (socket || document.hidden || !navigator.onLine) return;
    const opened = new WebSocket(socketUrl());
    socket = opened;
    opened.onopen = () => {
      opened.send(JSON.stringify({ type: 'admin_auth', adminId } satisfies ClientMessage));
      liveState.set('connected');
      emit({ type: 'catch_up' });
    };
    opened.onmessage = ({ data }) => receive(data);
    opened.onclose = ({ code }) => {
      disconnect();
      if (code === SOCKET_SIGNED_OUT) leaveToSignIn();
      else timer = setTimeout(connect, RECONNECT_MS);
    };
  };

  const disconnect = () => {
    clearTimeout(timer);
    if (!socket) return;
    const closing = socket;
    socket = null;
    closing.onopen = closing.onmessage = closing.onclose = null;
    closing.close();
    liveState.set('reconnecting');
  };

  const onVisible = () => {
    if (document.hidden) return;
    if (socket) emit({ type: 'catch_up' });
    else connect();
  };

  connect();
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', connect);
  // Browsers take minutes to notice a lost network.
  addEventListener('offline', disconnect);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('online', connect);
    removeEventListener('offline', disconnect);
    disconnect();
    liveState.set('connecting');
  };
}

export function useLive(listen: (event: LiveEvent) => void) {
  const onEvent = useEffectEvent(listen);
  useEffect(() => subscribeToLive((event) => onEvent(event)), []);
}

/** Refetches after each message of the type and after `catch_up`. */
export function useLiveRefresh(type: ServerMessage['type'], queryKeys: readonly QueryKey[], atMostEveryMs: number) {
  const queryClient = useQueryClient();
  const [refresh] = useState(() =>
    throttledRefetch(
      () => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
      atMostEveryMs,
    ),
  );
  useLive((event) => {
    if (event.type === type || event.type === 'catch_up') refresh();
  });
}
