import type * as z from 'zod';
import type { Api } from '../../../contract/api.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { askForStepUp } from '../step-up.ts';
import { ApiError } from './api-error.ts';

type Key = keyof Api;
export type FileKey = { [K in Key]: Api[K] extends { answerType: string } ? K : never }[Key];
export type UploadKey = { [K in Key]: Api[K] extends { bodyType: string } ? K : never }[Key];
export type JsonKey = Exclude<Key, FileKey | UploadKey>;

type Input<K extends Key, Name extends string> =
  Api[K] extends Record<Name, infer Schema extends z.ZodType>
    ? Record<never, never> extends z.input<Schema>
      ? { [N in Name]?: z.input<Schema> }
      : { [N in Name]: z.input<Schema> }
    : unknown;

export type Options<K extends Key> = Input<K, 'params'> &
  Input<K, 'query'> &
  (K extends UploadKey ? { body: Blob } : Input<K, 'body'>);

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

const TEXT_MAX = 2000;

function errorBodyOf(text: string): Partial<ErrorBody> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The server's own words; a proxy's page of HTML is nothing to show to people, and kept for the console. */
async function failure(response: Response) {
  const { status, statusText, headers } = response;
  const answered = await response.text().catch(() => '');
  const body = errorBodyOf(answered);
  return new ApiError({
    status,
    id: body?.error ?? 'unknown',
    sentence: body?.message || (status >= 500 ? UNWELL : ''),
    text: body?.message || answered.slice(0, TEXT_MAX) || statusText,
    // The body says the same, but a proxy that refuses a call in the server's place has only the header.
    retryAfter: Number(headers.get('Retry-After')) || null,
  });
}

/** The answer itself, for calls that need more of it than its JSON. */
export async function send(key: Key, options: AnyOptions = {}, init?: RequestInit): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ', 2);
  const request: RequestInit = {
    method,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...init,
  };
  if (options.body !== undefined) {
    request.body = JSON.stringify(options.body);
    request.headers = { ...request.headers, 'Content-Type': 'application/json' };
  }
  const response = await fetch(address(path, options), request).catch((cause: unknown) => {
    throw new ApiError({ status: 0, id: 'unreachable', sentence: UNREACHABLE, cause });
  });
  if (response.ok) return response;
  const error = await failure(response);
  // Whoever shows now that it is them finds the call done, and nothing that they typed lost.
  if (error.id === 'fresh_proof_needed' && (await askForStepUp())) return send(key, options, init);
  throw error;
}

/** One call of the contract, by its key: `api('POST /api/auth/login', { body })`. */
export const api = async <K extends JsonKey>(
  key: K,
  ...[options]: Record<never, never> extends Options<K> ? [options?: Options<K>] : [options: Options<K>]
): Promise<Answer<K>> => (await send(key, options as AnyOptions)).json();

/** For calls that people neither wait for nor miss: a failure is only written to the console. */
export const inBackground = (call: Promise<unknown>) =>
  call.then(
    () => {},
    (error: unknown) => console.info(error),
  );
