import { type Answer, type AnyOptions, type Key, type Options, send } from './api.ts';

/** Thousands of accounts at once take their time. */
const PATIENCE_MS = 10 * 60_000;

/** A call that may take minutes. A file as its body is sent as it is. */
export async function apiPatiently<K extends Key>(key: K, options: Options<K>, file?: Blob): Promise<Answer<K>> {
  const init: RequestInit = { signal: AbortSignal.timeout(PATIENCE_MS) };
  if (file) {
    init.body = file;
    init.headers = { Accept: 'application/json', 'Content-Type': 'text/csv' };
  }
  return (await send(key, options as AnyOptions, init)).json();
}
