import type * as z from 'zod';
import type { Api } from '../../../contract/api.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { messages } from '../messages.ts';
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

export const TIMEOUT_MS = 30_000;

function urlOf(path: string, { params = {}, query = {} }: AnyOptions) {
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

/** The text of a proxy's HTML page is for the console, not for people. */
async function failure(response: Response) {
  const { status, statusText, headers } = response;
  const answered = await response.text().catch(() => '');
  const body = errorBodyOf(answered);
  return new ApiError({
    status,
    id: body?.error ?? 'unknown',
    sentence: body?.message || (status >= 500 ? messages().shared.unwell : ''),
    text: body?.message || answered.slice(0, TEXT_MAX) || statusText,
    // From the header: a proxy that limits requests sends no JSON body.
    retryAfter: Number(headers.get('Retry-After')) || null,
  });
}

export async function send(key: Key, options: AnyOptions = {}, init?: RequestInit): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ', 2);
  const request: RequestInit = {
    method,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
  };
  if (options.body !== undefined) {
    request.body = JSON.stringify(options.body);
    request.headers = { ...request.headers, 'Content-Type': 'application/json' };
  }
  const response = await fetch(urlOf(path, options), request).catch((cause: unknown) => {
    throw new ApiError({ status: 0, id: 'unreachable', sentence: messages().shared.unreachable, cause });
  });
  if (response.ok) return response;
  const error = await failure(response);
  // After a step-up the call is repeated, so nothing typed is lost.
  if (error.id === 'fresh_proof_needed' && (await askForStepUp())) return send(key, options, init);
  throw error;
}

export const api = async <K extends JsonKey>(
  key: K,
  ...[options]: Record<never, never> extends Options<K> ? [options?: Options<K>] : [options: Options<K>]
): Promise<Answer<K>> => (await send(key, options as AnyOptions)).json();

export const inBackground = (call: Promise<unknown>) =>
  call.then(
    () => {},
    (error: unknown) => console.info(error),
  );
