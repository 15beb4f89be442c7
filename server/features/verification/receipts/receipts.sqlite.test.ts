import { createLocalJWKSet, decodeProtectedHeader, type JWTVerifyOptions, jwtVerify } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../../../../tests/support/app.ts';
import { confirmAddress, enterRightCode, GATE_SECRET, passGate } from '../../../../tests/support/confirmed-guest.ts';
import { changesBy } from '../../../../tests/support/contents.ts';
import { migratedDatabase } from '../../../../tests/support/database.ts';
import { detail } from '../../../../tests/support/detail.ts';
import { setExit } from '../../../../tests/support/exit.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { TestSmtp } from '../../../../tests/support/smtp.ts';

const EMAIL = 'anna@example.com';
const EXIT = 'https://shop.example/back?order=a%20b&x=1#top';
const DAY = 24 * 60 * 60 * 1000;
const RECEIPTS = { OUTCOME_RECEIPT: 'true', EXIT_HOSTS: 'shop.example,other.example,other.example:8443' };
const GATED = { GATE: 'token', GATE_SECRET };

async function portal(env: Record<string, string> = RECEIPTS) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, ...env } });
  await setExit(app, EXIT);
  return { app, smtp };
}

const leave = async (client: HttpClient): Promise<string | null> => (await client.post('/api/guest/leave')).json().url;

async function receiptOf(client: HttpClient): Promise<string | null> {
  const url = await leave(client);
  return url === null ? null : new URL(url).searchParams.get('receipt');
}

const published = async (app: TestApp) => (await app.client().get('/.well-known/jwks.json')).json();

async function checked(app: TestApp, receipt: string | null, options: JWTVerifyOptions = {}) {
  const keys = createLocalJWKSet(await published(app));
  const { payload } = await jwtVerify(receipt ?? '', keys, {
    algorithms: ['EdDSA'],
    typ: 'receipt+jwt',
    issuer: 'http://localhost:3000',
    audience: 'https://shop.example',
    currentDate: new Date(app.clock.now()),
    ...options,
  });
  return payload;
}

/** As an admin does it. */
async function changeExit(app: TestApp, exitUrl: string): Promise<void> {
  const admin = await signedIn(app, ADMIN);
  const settings = (await admin.get('/api/admin/settings')).json();
  expect((await admin.post('/api/admin/settings', { ...settings, exitUrl })).statusCode).toBe(200);
}

describe('A receipt', () => {
  test('A receipt says who confirmed which address for whom, and the published key proves it', async () => {
    const { app, smtp } = await portal({ ...RECEIPTS, ...GATED });
    const client = app.client();
    const jti = await passGate(app, client, 'customer-17');
    await confirmAddress(app, client, smtp, EMAIL);
    const verifiedAt = app.clock.now() - 15_000;
    const url = (await leave(client)) ?? '';
    // What the address says besides stays as it is written.
    expect(url).toMatch(/^https:\/\/shop\.example\/back\?order=a%20b&x=1&receipt=[\w.-]+#top$/);
    const receipt = new URL(url).searchParams.get('receipt') ?? '';
    const now = Math.floor(app.clock.now() / 1000);
    expect(await checked(app, receipt)).toEqual({
      iss: 'http://localhost:3000',
      aud: 'https://shop.example',
      iat: now,
      exp: now + 600,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
      sub: 'customer-17',
      gate_jti: jti,
      email: EMAIL,
      email_verified: true,
      verified_at: new Date(verifiedAt).toISOString(),
    });
    expect(decodeProtectedHeader(receipt)).toEqual({
      alg: 'EdDSA',
      typ: 'receipt+jwt',
      kid: (await published(app)).keys[0].kid,
    });
    // Another each time, so that a site can refuse what it has seen.
    expect((await checked(app, await receiptOf(client))).jti).not.toBe((await checked(app, receipt)).jti);
    app.clock.advance(600_000);
    await expect(checked(app, receipt)).rejects.toThrow('"exp" claim timestamp check failed');
  });

  test('Without a gate the receipt has no token', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    const claims = await checked(app, await receiptOf(client));
    expect(claims).toMatchObject({ email: EMAIL, email_verified: true });
    expect(claims).not.toHaveProperty('sub');
    expect(claims).not.toHaveProperty('gate_jti');
  });

  test('A receipt is for the origin of the current exit URL', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    await changeExit(app, 'https://other.example:8443/welcome?receipt=made-up&receipt=twice&a=1');
    const url = new URL((await leave(client)) ?? '');
    expect([url.origin, url.searchParams.getAll('receipt').length]).toEqual(['https://other.example:8443', 1]);
    expect(url.searchParams.get('a')).toBe('1');
    const claims = await checked(app, url.searchParams.get('receipt'), { audience: 'https://other.example:8443' });
    expect(claims.email).toBe(EMAIL);
  });

  test('A receipt is signed with the key of its period, which was published before', async () => {
    const { app, smtp } = await portal();
    const untilNextPeriod = 90 * DAY - (app.clock.now() % (90 * DAY));
    app.clock.advance(untilNextPeriod - 20_000);
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    const known = createLocalJWKSet(await published(app));
    const last = await receiptOf(client);
    app.clock.advance(60_000);
    const first = await receiptOf(client);
    const kids = [last, first].map((receipt) => decodeProtectedHeader(receipt ?? '').kid);
    expect(new Set(kids).size).toBe(2);
    for (const receipt of [last, first]) {
      const options = { audience: 'https://shop.example', currentDate: new Date(app.clock.now()) };
      expect((await jwtVerify(receipt ?? '', known, options)).payload.email).toBe(EMAIL);
      expect((await checked(app, receipt)).email).toBe(EMAIL);
    }
    expect((await published(app)).keys).toHaveLength(3);
    app.clock.advance(DAY);
    expect((await published(app)).keys).toHaveLength(2);
  });
});

test('A new server key replaces all keys at once, and old signatures no longer count', async () => {
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  const smtp = await TestSmtp.start();
  const env = { SMTP_URL: smtp.url, ...RECEIPTS };
  const before = await startApp({ database, env });
  await setExit(before, EXIT);
  const client = before.client();
  await confirmAddress(before, client, smtp, EMAIL);
  const receipt = await receiptOf(client);
  const known: { kid: string }[] = (await published(before)).keys;
  await before.close();
  const after = await startApp({
    database,
    env: { ...env, SECRET_KEY: 'another-key-that-is-long-enough-too', SECRET_KEY_OLD: TEST_KEY },
  });
  const kids = (await published(after)).keys.map(({ kid }: { kid: string }) => kid);
  for (const { kid } of known) expect(kids).not.toContain(kid);
  await expect(checked(after, receipt)).rejects.toThrow('no applicable key found');
  // And the browser is a stranger.
  const back = after.client();
  back.cookies.set('guest', client.cookies.get('guest') as string);
  expect(await leave(back)).toBe(EXIT);
});

describe('Guests without a receipt', () => {
  test('Only the browser that confirmed the address gets a receipt', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    expect(await receiptOf(client)).not.toBeNull();
    const sameNetwork = app.client({ ip: client.ip });
    await sameNetwork.post('/api/user/send-verification-code', { email: EMAIL });
    for (const other of [sameNetwork, app.client({ ip: client.ip }), app.client()])
      expect(await leave(other)).toBe(EXIT);
  });

  test('There is no receipt before the result is shown, nor a day later', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    expect(await receiptOf(client)).toBeNull();
    await enterRightCode(client, smtp, EMAIL);
    expect(await receiptOf(client)).toBeNull();
    app.clock.advance(14_999);
    expect(await receiptOf(client)).toBeNull();
    app.clock.advance(1);
    expect(await receiptOf(client)).not.toBeNull();
    app.clock.advance(DAY - 15_001);
    expect(await receiptOf(client)).not.toBeNull();
    app.clock.advance(1);
    expect(await leave(client)).toBe(EXIT);
  });

  test('There is no receipt after a wrong code or a newer request', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    await client.post('/api/user/send-verification-code', { email: 'other@example.com' });
    expect(await receiptOf(client)).toBeNull();
    await client.post('/api/user/verify-code', { email: 'other@example.com', code: 'wrong-one' });
    expect(await receiptOf(client)).toBeNull();
  });

  test('There is no receipt for an address confirmed with another gate token in this browser', async () => {
    const { app, smtp } = await portal({ ...RECEIPTS, ...GATED });
    const client = app.client();
    await passGate(app, client, 'customer-17');
    await confirmAddress(app, client, smtp, EMAIL);
    await passGate(app, client, 'customer-18');
    expect(await leave(client)).toBe(EXIT);
    await confirmAddress(app, client, smtp, 'bert@example.com');
    expect(await checked(app, await receiptOf(client))).toMatchObject({
      sub: 'customer-18',
      email: 'bert@example.com',
    });
  });

  test('Staff cannot get a receipt', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    const admin = await signedIn(app, ADMIN);
    await createAccount(app, { username: 'user' });
    const user = await signedIn(app, { username: 'user' });
    for (const one of [admin, user]) one.cookies.set('guest', client.cookies.get('guest') as string);
    expect(await receiptOf(admin)).toBeNull();
    expect(await receiptOf(user)).not.toBeNull();
  });

  test('There is no receipt behind a closed gate', async () => {
    const { app } = await portal({ ...RECEIPTS, ...GATED });
    const answer = await app.client().post('/api/guest/leave');
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'gate_closed']);
  });

  detail('Without receipts configured there are no keys either', async () => {
    const { app, smtp } = await portal({});
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    expect(await leave(client)).toBe(EXIT);
    expect((await app.client().get('/.well-known/jwks.json')).statusCode).toBe(404);
  });
});

describe('The exit of a receipt', () => {
  test('There is no exit without an exit URL, or with one that the operator does not allow', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url, ...RECEIPTS } });
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    expect(await leave(client)).toBeNull();
    await setExit(app, 'https://evil.example/');
    expect(await leave(client)).toBeNull();
  });

  detail('An exit on another port of an allowed host is not allowed', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    await app.db.updateTable('settings').set({ value: 'https://shop.example:8443/back' }).execute();
    await app.settings.load();
    expect(await leave(client)).toBeNull();
  });

  test('A redirect to an old exit is withdrawn, and the receipt is for the new one', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    const admin = await signedIn(app, ADMIN);
    const body = { guestIp: client.ip, isGuestRedirect: true, isPersistent: true, exit: true };
    expect((await admin.post('/api/admin/redirects', body)).statusCode).toBe(200);
    const led = async () => (await client.get('/api/guest/check-redirect')).json().redirect;
    expect(await led()).toBe(EXIT);
    await changeExit(app, 'https://other.example/welcome');
    // A page that still shows the old exit compares the two before it leads a guest there.
    expect(await leave(client)).toMatch(/^https:\/\/other\.example\/welcome\?receipt=/);
    expect(await led()).toBeNull();
  });

  test('Asking for a receipt writes nothing, and no receipt is stored or logged', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await confirmAddress(app, client, smtp, EMAIL);
    const admin = await signedIn(app, ADMIN);
    const body = { guestIp: client.ip, isGuestRedirect: true, exit: true };
    expect((await admin.post('/api/admin/redirects', body)).statusCode).toBe(200);
    await client.get('/api/guest/check-redirect');
    let receipt: string | null = null;
    const changes = await changesBy(app, async () => {
      receipt = await receiptOf(client);
    });
    expect(changes).toEqual([]);
    await client.post('/api/guest/exit', { choice: 'go' });
    const exits = await app.db.selectFrom('guest_messages').selectAll().where('seen_at', 'is not', null).execute();
    expect(exits).toMatchObject([{ kind: 'exit', target: EXIT }]);
    const entries = await app.db.selectFrom('activity').selectAll().execute();
    const [, payload = '', signature = ''] = String(receipt).split('.');
    const seen = JSON.stringify(entries) + app.logged.join('') + (await admin.get('/api/admin/activity')).body;
    for (const part of [payload, signature, 'receipt=']) expect(seen).not.toContain(part);
    // Asked for with one in the address, which is what a site's mistake would look like.
    await client.get(`/user/email-entry?receipt=${receipt}`);
    expect(app.logged.join('')).not.toContain(signature);
  });

  test('Requests for receipts are rate-limited', async () => {
    const { app } = await portal();
    const client = app.client();
    const answers = await Promise.all(Array.from({ length: 121 }, () => client.post('/api/guest/leave')));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });
});

test('Keys are public on our own hosts and cached for an hour', async () => {
  const { app } = await portal();
  const ask = (headers: Record<string, string>) =>
    app.http.inject({ url: '/.well-known/jwks.json', headers: { host: 'localhost:3000', ...headers } });
  // As a page of another site asks.
  const answer = await ask({
    origin: 'https://shop.example',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/jwk-set+json; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  for (const key of answer.json().keys)
    expect(key).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: expect.stringMatching(/^[\w-]{43}$/),
      x: expect.stringMatching(/^[\w-]{43}$/),
    });
  expect((await ask({ host: 'evil.example' })).statusCode).toBe(404);
});
