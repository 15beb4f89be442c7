import {
  type Answer,
  type AnyOptions,
  type FileKey,
  type JsonKey,
  type Options,
  PATIENCE_MS,
  send,
  type UploadKey,
} from './api.ts';

/** Calls that only the back-office makes, in a file of their own: guests do not download them. */

/** Thousands of accounts at once take their time. */
const LONG_MS = 10 * 60_000;

type ListKey = { [K in JsonKey]: Answer<K> extends unknown[] ? K : never }[JsonKey];

/** A page of a list, and the cursor of the next one; null after the last. `signal` abandons the call. */
export async function apiPage<K extends ListKey>(key: K, options: Options<K>, signal: AbortSignal) {
  const response = await send(key, options as AnyOptions, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  const items: Answer<K> = await response.json();
  return { items, nextCursor: response.headers.get('X-Next-Cursor') };
}

/** A call that may take minutes. */
export const apiPatiently = async <K extends JsonKey>(key: K, options: Options<K>): Promise<Answer<K>> =>
  (await send(key, options as AnyOptions, { signal: AbortSignal.timeout(LONG_MS) })).json();

/** A call whose body is a file; it may take minutes as well. `signal` abandons it. */
export async function apiUpload<K extends UploadKey>(
  key: K,
  options: Options<K>,
  signal?: AbortSignal,
): Promise<Answer<K>> {
  const { body, ...rest } = options;
  const response = await send(key, rest, {
    body,
    headers: { Accept: 'application/json', 'Content-Type': 'text/csv' },
    signal: AbortSignal.any([AbortSignal.timeout(LONG_MS), ...(signal ? [signal] : [])]),
  });
  return response.json();
}

/** A file, piece by piece. It takes as long as it takes; `signal` abandons it. */
export async function apiFile<K extends FileKey>(key: K, options: Options<K>, signal: AbortSignal) {
  const { body } = await send(key, options as AnyOptions, { signal });
  if (!body) throw new Error('The file has no contents');
  return body;
}
