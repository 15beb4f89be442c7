import { createStore } from './store.ts';

/** What the guest submitted while offline. */
export const unsent = createStore<(() => void) | null>(null);

function sendUnsent() {
  const run = unsent.get();
  unsent.set(null);
  run?.();
}

/** Decided before anything is sent, because a request that got lost may have arrived. The latest one is sent, once. */
export function whenOnline(run: () => void) {
  if (navigator.onLine) return run();
  unsent.set(run);
  // The same listener is added only once.
  addEventListener('online', sendUnsent, { once: true });
}

export const forgetUnsent = () => unsent.set(null);
