import { type Answer, type AnyOptions, type Key, type Options, PATIENCE_MS, send } from './api.ts';

type ListKey = { [K in Key]: Answer<K> extends unknown[] ? K : never }[Key];

/** A page of a list, and the cursor of the next one; null after the last. `signal` abandons the call. */
export async function apiPage<K extends ListKey>(key: K, options: Options<K>, signal: AbortSignal) {
  const response = await send(key, options as AnyOptions, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  const items: Answer<K> = await response.json();
  return { items, nextCursor: response.headers.get('X-Next-Cursor') };
}
