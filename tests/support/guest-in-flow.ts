import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { GuestPage } from '../../contract/verification/verification.rules.ts';
import { publicGuestId } from '../../server/visitor/guest-id.ts';
import type { TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';

export const GUEST_EMAIL = 'guest@example.com';

/** The public id of a client's browser. */
export const guestIdOf = (app: Pick<TestApp, 'keys'>, client: HttpClient): string =>
  publicGuestId(app.keys, String(client.cookies.get('guest')).split('.', 1)[0] as string);

export async function reportPage(client: HttpClient, page: GuestPage): Promise<void> {
  expect((await client.post('/api/guest/log-activity', { page })).statusCode).toBe(200);
}

/** Asks for a code; afterwards staff see that there is an address. */
export async function askForCode(app: TestApp, client: HttpClient, body: object = {}): Promise<LightMyRequestResponse> {
  const answer = await client.post('/api/user/send-verification-code', { email: GUEST_EMAIL, ...body });
  await app.presence.settle();
  return answer;
}

/** A browser that has opened a page and stays on it. */
export async function guestInFlow(
  app: TestApp,
  { ip, page = 'Email Entry Page' }: { ip?: string; page?: GuestPage } = {},
): Promise<{ client: HttpClient; id: string }> {
  const client = app.client(ip === undefined ? {} : { ip });
  await client.get('/api/guest/state');
  await reportPage(client, page);
  app.clock.advance(2_000);
  await client.get('/api/guest/check-redirect');
  return { client, id: guestIdOf(app, client) };
}
