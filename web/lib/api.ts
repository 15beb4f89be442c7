import type * as z from 'zod';
import type { Api } from '../../contract/api.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { ApiError } from './api-error.ts';

export type Key = keyof Api;

type Input<K extends Key, Name extends string> =
  Api[K] extends Record<Name, infer Schema extends z.ZodType>
    ? Record<never, never> extends z.input<Schema>
      ? { [N in Name]?: z.input<Schema> }
      : { [N in Name]: z.input<Schema> }
    : unknown;

export type Options<K extends Key> = Input<K, 'params'> & Input<K, 'query'> & Input<K, 'body'>;

export type Answer<K extends Key> = z.output<Api[K]['answer']>;

export interface AnyOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.';
const UNWELL = 'The server could not answer. Please try again in a moment.';

/** On a bad connection a request can hang for minutes. Nobody waits that long for an answer. */
export const PATIENCE_MS = 30_000;

function address(path: string, { params = {}, query = {} }: AnyOptions) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The server's own words; a proxy's page of HTML is nothing to show to people. */
async function failure(response: Response) {
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError({
    status: response.status,
    code: body?.error ?? 'unknown',
    sentence: body?.message || (response.status >= 500 ? UNWELL : ''),
    text: body?.message || response.statusText,
    retryAfter: retryAfter || null,
  });
}

/** The answer itself, for callers that need more of it than its body. */
export async function send(key: Key, given: AnyOptions = {}, init?: RequestInit): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ', 2);
  const request: RequestInit = {
    method,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...init,
  };
  if (given.body !== undefined) {
    request.body = JSON.stringify(given.body);
    request.headers = { ...request.headers, 'Content-Type': 'application/json' };
  }
  const response = await fetch(address(path, given), request).catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: 'unreachable', sentence: UNREACHABLE, text: UNREACHABLE, cause });
  });
  if (!response.ok) throw await failure(response);
  return response;
}

/** One call of the contract, by its key: `api('POST /api/auth/login', { body })`. */
export const api = async <K extends Key>(
  key: K,
  ...[options]: Record<never, never> extends Options<K> ? [options?: Options<K>] : [options: Options<K>]
): Promise<Answer<K>> => (await send(key, options as AnyOptions)).json();
