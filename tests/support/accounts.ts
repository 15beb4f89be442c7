import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Clock } from '../../server/clock.ts';
import type { UserRow } from '../../server/db/tables.ts';
import { insertAccount, type NewAccount } from '../../server/features/users/accounts.ts';
import type { TestApp } from './app.ts';
import { solvedCaptcha } from './captcha.ts';
import type { HttpClient } from './http-client.ts';

export const PASSWORD = 'correct horse battery';

export const captchaToken = (app: TestApp) => solvedCaptcha(app.keys, app.clock.now());

type AccountOptions = Partial<Omit<NewAccount, 'passwordHash'>> & { password?: string; status?: UserRow['status'] };

export async function createAccount(
  app: Pick<TestApp, 'db' | 'keys' | 'hasher'> & { readonly clock: Clock },
  options: AccountOptions = {},
): Promise<UserRow> {
  const { password = PASSWORD, status = 'active', ...account } = options;
  const passwordHash = await app.hasher.hash(password);
  const defaults = { username: 'mira', role: 'user', passwordState: 'own' } as const;
  const row = await insertAccount(app.db, { ...defaults, ...account, passwordHash }, app.keys, app.clock.now());
  if (status !== 'active') await app.db.updateTable('users').set({ status }).where('id', '=', row.id).execute();
  return row;
}

export async function attemptSignIn(
  app: TestApp,
  client: HttpClient,
  { username = 'mira', password = PASSWORD } = {},
): Promise<LightMyRequestResponse> {
  return client.post('/api/auth/login', { username, password, recaptchaToken: await captchaToken(app) });
}

export async function signedIn(
  app: TestApp,
  credentials?: { username?: string; password?: string },
): Promise<HttpClient> {
  const client = app.client();
  const answer = await attemptSignIn(app, client, credentials);
  expect(answer.statusCode, answer.body).toBe(200);
  return client;
}
