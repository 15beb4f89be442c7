import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type LiveEvent, liveState, subscribeToLive, subscribeToLiveState } from './live.ts';

/** Hears everything that comes over the socket while the component is there. */
export function useLive(listen: (event: LiveEvent) => void) {
  const hear = useEffectEvent(listen);
  useEffect(() => subscribeToLive((event) => hear(event)), []);
}

export const useLiveState = () => useSyncExternalStore(subscribeToLiveState, liveState);
