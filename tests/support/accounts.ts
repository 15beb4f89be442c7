import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { UserRow } from '../../server/db/tables.ts';
import { insertAccount, type NewAccount } from '../../server/features/users/accounts.ts';
import type { TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';

export const PASSWORD = 'correct horse battery';

/** A solved challenge like the browser's, but of next to no work: the test holds the server's key. */
export async function captchaToken(app: TestApp): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 0,
    deriveKey,
    expiresAt: Math.floor(app.clock.now() / 1000) + 300,
    hmacSignatureSecret: app.keys.derive('captcha:challenge').export().toString('base64'),
    hmacKeySignatureSecret: app.keys.derive('captcha:key').export().toString('base64'),
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

type AccountOptions = Partial<Omit<NewAccount, 'passwordHash'>> & { password?: string; status?: UserRow['status'] };

export async function createAccount(app: TestApp, options: AccountOptions = {}): Promise<UserRow> {
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

/** A client that is signed in. */
export async function signedIn(
  app: TestApp,
  credentials?: { username?: string; password?: string },
): Promise<HttpClient> {
  const client = app.client();
  const answer = await attemptSignIn(app, client, credentials);
  expect(answer.statusCode, answer.body).toBe(200);
  return client;
}
