import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { SCOPE_NAMES, type Scope } from '../../contract/programs/keys.rules.ts';
import type { ApiKey } from '../../contract/programs/keys.ts';
import type { TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';

export const WITH_KEYS = { API_KEYS: 'true' };
export const DAY_MS = 24 * 60 * 60 * 1000;

interface Wanted {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly networks?: readonly string[];
  readonly days?: number;
}

export const keyInput = (
  app: Pick<TestApp, 'clock'>,
  { name = 'crm', scopes, networks = [], days = 30 }: Wanted = {},
) => ({
  name,
  scopes: scopes ?? SCOPE_NAMES,
  networks,
  expiresAt: new Date(app.clock.now() + days * DAY_MS).toISOString(),
});

export async function makeKey(app: TestApp, admin: HttpClient, wanted?: Wanted): Promise<ApiKey & { key: string }> {
  const answer = await admin.post('/api/admin/api-keys', keyInput(app, wanted));
  expect([200, 202], answer.body).toContain(answer.statusCode);
  return answer.json();
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** A program: no cookies, no origin, an address of its own. */
export const callWith = (app: TestApp, key: string, options: InjectOptions, ip = app.client().ip) => {
  const own = { host: 'localhost:3000', 'user-agent': 'crm/1.0', 'x-forwarded-for': ip };
  return app.http.inject({ ...options, headers: { ...own, ...options.headers, ...bearer(key) } });
};

export const endKey = (admin: HttpClient, { id }: Pick<ApiKey, 'id'>) =>
  admin.request({ method: 'DELETE', url: `/api/admin/api-keys/${id}` });
