import {
  type Answer,
  type AnyOptions,
  type FileKey,
  type JsonKey,
  type Options,
  send,
  TIMEOUT_MS,
  type UploadKey,
} from './api.ts';

/** Apart from `api.ts`, because guests don't need these. */

const LONG_TIMEOUT_MS = 10 * 60_000;

export type ListKey = { [K in JsonKey]: Answer<K> extends { id: string }[] ? K : never }[JsonKey];

export async function apiPage<K extends ListKey>(key: K, options: Options<K>, signal: AbortSignal) {
  const response = await send(key, options as AnyOptions, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const items: Answer<K> = await response.json();
  return { items, nextCursor: response.headers.get('X-Next-Cursor') };
}

export const apiWithLongTimeout = async <K extends JsonKey>(key: K, options: Options<K>): Promise<Answer<K>> =>
  (await send(key, options as AnyOptions, { signal: AbortSignal.timeout(LONG_TIMEOUT_MS) })).json();

export async function apiUpload<K extends UploadKey>(
  key: K,
  options: Options<K>,
  signal?: AbortSignal,
): Promise<Answer<K>> {
  const { body, ...rest } = options;
  const response = await send(key, rest, {
    body,
    headers: { Accept: 'application/json', 'Content-Type': 'text/csv' },
    signal: AbortSignal.any([AbortSignal.timeout(LONG_TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  return response.json();
}

export async function apiFile<K extends FileKey>(key: K, options: Options<K>, signal: AbortSignal) {
  const { body } = await send(key, options as AnyOptions, { signal });
  if (!body) throw new Error('The file has no contents');
  return body;
}
