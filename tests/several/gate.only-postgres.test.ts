import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Several } from '../support/several.ts';

const GATE_SECRET = 'a-shared-secret-of-the-gate-long-enough';
let two: Several;

beforeAll(async () => {
  two = await Several.start(2, { GATE: 'token', GATE_SECRET });
});

afterAll(() => two?.close());

test('A gate token works once across two processes, and its guest is let in by both', async () => {
  const iat = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('guest-gate')
    .setIssuedAt(iat)
    .setExpirationTime(iat + 600)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(GATE_SECRET));
  const guests = Array.from({ length: 8 }, () => two.visitor());
  const use = (guest: (typeof guests)[number]) => guest.ask('POST', '/api/auth/validate-verification-token', { token });
  const answers = await Promise.all(guests.map(use));
  const [accepted, ...more] = guests.filter((_, index) => answers[index]?.body.success);
  expect(more).toEqual([]);
  const polls = two
    .atEach(accepted as (typeof guests)[number])
    .map((each) => each.ask('GET', '/api/guest/check-prompt'));
  expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await two.visitor().ask('GET', '/api/guest/check-prompt')).status).toBe(403);
});
