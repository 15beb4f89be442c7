import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';
import { codeIn, type TestSmtp } from './smtp.ts';

export const GATE_SECRET = 'a-shared-secret-of-the-gate-long-enough';

/** Lets a browser in with a fresh gate token; returns the token's id. */
export async function passGate(app: TestApp, client: HttpClient, sub?: string): Promise<string> {
  const jti = randomUUID();
  const iat = Math.floor(app.clock.now() / 1000);
  const token = await new SignJWT({ jti, aud: 'guest-gate', iat, exp: iat + 900, ...(sub !== undefined && { sub }) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(GATE_SECRET));
  const answer = await client.post('/api/auth/validate-verification-token', { token });
  expect(answer.json()).toMatchObject({ success: true });
  return jti;
}

/** Asks for a code and enters it, as a page does; the fifteen seconds of processing have started. */
export async function enterRightCode(client: HttpClient, smtp: TestSmtp, email: string): Promise<void> {
  const before = smtp.received.length;
  await client.post('/api/user/send-verification-code', { email });
  const code = codeIn(await smtp.mail(before + 1));
  await client.post('/api/guest/submit-code', { email, code });
  expect((await client.post('/api/user/verify-code', { email, code })).statusCode).toBe(200);
}

/** The same, until the guest has seen the outcome. */
export async function confirmAddress(app: TestApp, client: HttpClient, smtp: TestSmtp, email: string): Promise<void> {
  await enterRightCode(client, smtp, email);
  app.clock.advance(15_000);
  expect((await client.post('/api/guest/code-processed', { email, code: '000000', success: true })).statusCode).toBe(
    200,
  );
}
