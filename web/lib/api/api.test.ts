import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openLanguage } from '../messages.ts';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';

beforeAll(() => openLanguage('en', ['shared']));
afterEach(() => vi.unstubAllGlobals());

const errorFor = async (answer: Response): Promise<ApiError> => {
  vi.stubGlobal('fetch', async () => answer);
  return api('GET /api/portal').then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  );
};

test.each([
  [new Response('{"error":"busy","message":"Please wait."}', { status: 503 }), '503: Please wait.', 'Please wait.'],
  [
    new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
    '502: <h1>Bad gateway</h1>',
    'The server could not answer. Please try again in a moment.',
  ],
  [new Response('no such host', { status: 421, statusText: 'Misdirected Request' }), '421: no such host', ''],
  [new Response('', { status: 404, statusText: 'Not Found' }), '404: Not Found', ''],
  [new Response('null', { status: 400, statusText: 'Bad Request' }), '400: null', ''],
])('The answer of a failure is kept, case %#', async (answer, message, sentence) => {
  const error = await errorFor(answer);
  expect([error.message, error.sentence]).toEqual([message, sentence]);
});
