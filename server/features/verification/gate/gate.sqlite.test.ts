import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';

const SECRET = 'a-shared-secret-of-the-gate-long-enough';
const env = { GATE: 'token', GATE_SECRET: SECRET, GATE_RETRY_URL: 'https://verify.example/start' };

type Claims = { aud?: string; lifetime?: number; issued?: number; jti?: string | null; expires?: boolean };

function token(
  app: TestApp,
  { aud = 'guest-gate', lifetime = 900, issued = 0, jti = randomUUID(), expires = true }: Claims = {},
  key: Parameters<SignJWT['sign']>[0] = new TextEncoder().encode(SECRET),
  alg = 'HS256',
): Promise<string> {
  const iat = Math.floor(app.clock.now() / 1000) + issued;
  const jwt = new SignJWT({}).setProtectedHeader({ alg }).setAudience(aud).setIssuedAt(iat);
  if (jti !== null) jwt.setJti(jti);
  if (expires) jwt.setExpirationTime(iat + lifetime);
  return jwt.sign(key);
}

const use = (client: HttpClient, value: string) =>
  client.post('/api/auth/validate-verification-token', { token: value });
const needs = async (client: HttpClient) =>
  (await client.get('/api/guest/verification-check')).json().needsVerification;

test('An open gate asks for no token', async () => {
  const app = await startApp();
  expect(await needs(app.client())).toBe(false);
});

describe('A gate with tokens', () => {
  test('The gate rejects every guest call until a token was used in this browser', async () => {
    const app = await startApp({ env });
    const client = app.client();
    const document = (await client.get('/api/openapi.json')).json();
    const calls = Object.entries<Record<string, { 'x-access': string }>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { 'x-access': access }]) => access === 'guest')
        .map(([method]) => ({ method, path })),
    );
    expect(calls.length).toBeGreaterThan(8);
    for (const { method, path } of calls) {
      const answer = await client.request({
        method: method.toUpperCase() as 'GET',
        url: path,
        ...(method !== 'get' && { payload: {} }),
      });
      expect([path, answer.statusCode, answer.json().error]).toEqual([path, 403, 'gate_closed']);
    }
    expect(await needs(client)).toBe(true);
    expect((await client.get('/api/portal')).json().gateRetryUrl).toBe('https://verify.example/start');

    const answer = (await use(client, await token(app))).json();
    expect(answer).toEqual({
      success: true,
      error: null,
      sessionId: expect.any(String),
      verifiedAt: expect.any(String),
    });
    expect(await needs(client)).toBe(false);
    expect((await client.get('/api/guest/check-prompt')).statusCode).toBe(200);
    expect(await needs(app.client({ ip: client.ip }))).toBe(true);
  });

  test("The gate renews a browser's halt together with its cookie", async () => {
    const app = await startApp({ env });
    const client = app.client();
    await use(client, await token(app));
    await client.post('/api/guest/help', { reason: 'told_to_come' });
    const halted = async () => (await app.db.selectFrom('guest_help').select('id').execute()).length;
    const daysPass = async (days: number) => {
      app.clock.advance(days * 24 * 60 * 60 * 1000);
      await app.sweep();
      return halted();
    };
    for (let times = 0; times < 2; times += 1) {
      expect(await daysPass(364)).toBe(1);
      expect((await use(client, await token(app))).json().success).toBe(true);
    }
    expect(await daysPass(366)).toBe(0);
  });

  test('A token works once, even if sent twenty times at once', async () => {
    const app = await startApp({ env });
    const value = await token(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(app.client(), value)));
    expect(answers.filter((answer) => answer.json().success)).toHaveLength(1);
    expect((await use(app.client(), value)).json().error).toBe('This token has already been used');
  });

  test.for<[string, Claims]>([
    ['another audience', { aud: 'somewhere-else' }],
    ['an expired one', { issued: -1000 }],
    ['one that lives too long', { lifetime: 901 }],
    ['one without an id', { jti: null }],
    ['one without an end', { expires: false }],
  ])('The gate rejects %s', async ([, claims]) => {
    const app = await startApp({ env });
    const client = app.client();
    expect((await use(client, await token(app, claims))).json()).toEqual({
      success: false,
      error: 'Invalid or expired token',
      sessionId: null,
      verifiedAt: null,
    });
    expect(await needs(client)).toBe(true);
  });

  test('The gate rejects other keys, other algorithms and nonsense', async () => {
    const app = await startApp({ env });
    const other = await token(app, {}, new TextEncoder().encode('another-secret-that-is-long-enough-too'));
    const { privateKey } = generateKeyPairSync('ed25519');
    const ed = await token(app, {}, privateKey, 'EdDSA');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await token(app)).split('.')[1]}.`;
    for (const value of [other, ed, unsigned, 'nonsense', 'a.b.c'])
      expect((await use(app.client(), value)).json().success).toBe(false);
  });

  test.for(['ed25519', 'ec'] as const)('The gate accepts tokens of a public key: %s', async (kind) => {
    const { publicKey, privateKey } =
      kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const app = await startApp({ env: { GATE: 'token', GATE_PUBLIC_KEY: pem } });
    const value = await token(app, {}, privateKey, kind === 'ec' ? 'ES256' : 'EdDSA');
    expect((await use(app.client(), value)).json().success).toBe(true);
    // A public key must not be taken for a shared secret.
    const forged = await token(app, {}, new TextEncoder().encode(pem), 'HS256');
    expect((await use(app.client(), forged)).json().success).toBe(false);
  });

  test('A forged cookie opens nothing, and a pass expires', async () => {
    const app = await startApp({ env });
    const client = app.client();
    client.cookies.set('guest', `abc.${app.clock.now() + 1_000_000}.forged`);
    expect(await needs(client)).toBe(true);
    const honest = app.client();
    await use(honest, await token(app));
    app.clock.advance(13 * 60 * 60 * 1000);
    expect(await needs(honest)).toBe(true);
  });
});
