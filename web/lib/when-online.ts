import { createStore } from './store.ts';

/** What the guest submitted while offline. */
export const unsent = createStore<(() => void) | null>(null);

function sendUnsent() {
  const run = unsent.get();
  unsent.set(null);
  run?.();
}

/** Never repeats a request that was sent: it may have arrived. Of several, only the latest is sent. */
export function whenOnline(run: () => void) {
  if (navigator.onLine) return run();
  unsent.set(run);
  // The same listener is added only once.
  addEventListener('online', sendUnsent, { once: true });
}

export const forgetUnsent = () => unsent.set(null);
