import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { attemptSignIn } from './accounts.ts';
import type { TestApp } from './app.ts';
import { Authenticator } from './authenticator.ts';
import type { HttpClient } from './http-client.ts';

export const OWN = '/api/auth/second-factor';

/** The app's code at this time, or this many steps later. */
export const totpCode = (secret: string, now: number, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });

/** A code that the app does not show around this time. */
export function wrongCode(secret: string, now: number): string {
  const shown = [-1, 0, 1].map((steps) => totpCode(secret, now, steps));
  const codes = ['000000', '000001', '000002', '000003'];
  return codes.find((code) => !shown.includes(code)) as string;
}

/** Advances the clock by one step, because the code of this one has been used. */
export async function addTotp(app: TestApp, client: HttpClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await client.post(`${OWN}/totp`)).json();
  const answer = await client.post(`${OWN}/totp/confirm`, { totp: totpCode(secret, app.clock.now()) });
  expect(answer.statusCode, answer.body).toBe(200);
  app.clock.advance(30_000);
  return { secret, recoveryCodes: answer.json().recoveryCodes };
}

export async function addPasskey(client: HttpClient, name = 'My laptop'): Promise<Authenticator> {
  const authenticator = new Authenticator();
  const options = (await client.post(`${OWN}/passkeys/options`)).json();
  const answer = await client.post(`${OWN}/passkeys`, { name, passkey: authenticator.create(options) });
  expect(answer.statusCode, answer.body).toBe(200);
  return authenticator;
}

/** A browser with a pending sign-in: the password was right, the second factor is missing. */
export async function begunSignIn(
  app: TestApp,
  credentials?: { username?: string; password?: string },
  client: HttpClient = app.client(),
): Promise<HttpClient> {
  const answer = await attemptSignIn(app, client, credentials);
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['secondStep']]);
  return client;
}

export const secondStep = (client: HttpClient, factor: object) => client.post('/api/auth/login/second-step', factor);

/** Options for the browser's pending sign-in, or without one for any account. */
export const passkeyOptions = async (client: HttpClient) =>
  (await client.post('/api/auth/login/passkey/options')).json();

/** Reasons of failed sign-ins, oldest first. */
export async function failureReasons(app: TestApp): Promise<string[]> {
  const rows = await app.db
    .selectFrom('activity')
    .select('details')
    .where('action', '=', 'failed_login')
    .orderBy('id')
    .execute();
  return rows.map(({ details }) => JSON.parse(details as string).reason);
}
