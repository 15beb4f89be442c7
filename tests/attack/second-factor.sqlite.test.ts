import { describe, expect, inject, test } from 'vitest';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import { Authenticator, cbor } from '../support/authenticator.ts';
import { type HttpClient, visibleAnswer } from '../support/http-client.ts';
import { openSocket } from '../support/live-socket.ts';
import { until } from '../support/process.ts';
import { describedRoutes } from '../support/routes.ts';
import {
  addPasskey,
  addTotp,
  begunSignIn,
  failureReasons,
  OWN,
  passkeyOptions,
  secondStep,
  totpCode,
  wrongCode,
} from '../support/second-factor.ts';

const BY_PASSKEY = '/api/auth/login/passkey';

/** Counts the answers by status. */
async function tallyOf(answers: readonly Promise<{ statusCode: number }>[]): Promise<Record<number, number>> {
  const tally: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(answers)) tally[statusCode] = (tally[statusCode] ?? 0) + 1;
  return tally;
}

/** On PostgreSQL, a second process on the same database; on SQLite, the same process. */
const anotherProcess = async (app: TestApp): Promise<TestApp> =>
  inject('database') === 'postgres' ? startApp({ database: app.database }) : app;

/** The same browser on another process. */
function sameBrowser(app: TestApp, client: HttpClient): HttpClient {
  const same = app.client({ ip: client.ip });
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
}

const isSignedIn = async (client: HttpClient) => (await client.get('/api/auth/user')).statusCode === 200;

describe('A code of an authenticator app', () => {
  test('An authenticator code works once, even when six browsers send it to two processes at once', async () => {
    const app = await startApp();
    const second = await anotherProcess(app);
    second.clock.advance(app.clock.now() - second.clock.now());
    await createAccount(app);
    const { secret } = await addTotp(app, await signedIn(app));
    if (second !== app) second.clock.advance(30_000);
    const code = totpCode(secret, app.clock.now());
    const browsers = await Promise.all(Array.from({ length: 6 }, () => begunSignIn(app)));
    const tries = browsers.map((browser, index) =>
      secondStep(index % 2 === 0 ? browser : sameBrowser(second, browser), { totp: code }),
    );
    const { 200: entered, ...refused } = await tallyOf(tries);
    // A used code counts as a wrong one, so some of the others are rate limited.
    expect([entered, (refused[400] ?? 0) + (refused[429] ?? 0)]).toEqual([1, 5]);
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toHaveLength(2);
    app.clock.advance(20_000);
    const late = await secondStep(await begunSignIn(app), { totp: code });
    expect([late.statusCode, late.json().error]).toEqual([400, 'wrong_second_factor']);
    // An older code is refused too.
    const before = await secondStep(await begunSignIn(app), { totp: totpCode(secret, app.clock.now(), -1) });
    expect(before.statusCode).toBe(400);
  });

  test('The code that added the app cannot be used to sign in', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const { secret } = (await client.post(`${OWN}/totp`)).json();
    const totp = totpCode(secret, app.clock.now());
    expect((await client.post(`${OWN}/totp/confirm`, { totp })).statusCode).toBe(200);
    expect((await secondStep(await begunSignIn(app), { totp })).statusCode).toBe(400);
  });

  test('One network has five guesses, across all pending sign-ins and processes', async () => {
    const app = await startApp();
    const second = await anotherProcess(app);
    second.clock.advance(app.clock.now() - second.clock.now());
    await createAccount(app);
    const { secret } = await addTotp(app, await signedIn(app));
    if (second !== app) second.clock.advance(30_000);
    const totp = wrongCode(secret, app.clock.now());
    const ip = '192.0.2.77';
    const begun = await Promise.all([1, 2, 3].map(() => begunSignIn(app, {}, app.client({ ip }))));
    const guesses = Array.from({ length: 10 }, (_, index) => {
      const browser = begun[index % begun.length] as HttpClient;
      return secondStep(index % 2 === 0 ? browser : sameBrowser(second, browser), { totp });
    });
    expect(await tallyOf(guesses)).toEqual({ 400: 5, 429: 5 });
    // During the wait, a right code is refused too, and a right password does not end the wait.
    app.clock.advance(60_000);
    await app.db.updateTable('sign_in_attempts').set({ failures: 20 }).where('blocked_until', '>', 0).execute();
    const browser = await begunSignIn(app, {}, app.client({ ip }));
    expect((await secondStep(browser, { totp: wrongCode(secret, app.clock.now()) })).statusCode).toBe(400);
    const right = await secondStep(browser, { totp: totpCode(secret, app.clock.now()) });
    expect([right.statusCode, right.headers['retry-after']]).toEqual([429, '900']);
    expect((await attemptSignIn(app, app.client({ ip }))).statusCode).toBe(429);
    app.clock.advance(900_000);
    const later = await begunSignIn(app, {}, app.client({ ip }));
    expect((await secondStep(later, { totp: totpCode(secret, app.clock.now()) })).statusCode).toBe(200);
    expect(new Set(await failureReasons(app))).toEqual(new Set(['wrong second factor']));
  });

  test('Twenty networks together have five guesses, and the owner can still sign in', async () => {
    const app = await startApp();
    await createAccount(app);
    const owner = await signedIn(app);
    const { secret, recoveryCodes } = await addTotp(app, owner);
    const passkey = await addPasskey(owner);
    const known = sameBrowser(app, owner);
    known.cookies.delete('gatehouse');
    const totp = wrongCode(secret, app.clock.now());
    const statuses: number[] = [];
    for (let network = 0; network < 20; network += 1) {
      const thief = await begunSignIn(app, {}, app.client({ ip: `203.0.113.${network}` }));
      statuses.push((await secondStep(thief, { totp })).statusCode);
    }
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
    // The owner uses a known device, a passkey and a recovery code.
    await begunSignIn(app, {}, known);
    expect((await secondStep(known, { totp: totpCode(secret, app.clock.now()) })).statusCode).toBe(200);
    const elsewhere = await begunSignIn(app);
    expect((await secondStep(elsewhere, { passkey: passkey.get(await passkeyOptions(elsewhere)) })).statusCode).toBe(
      200,
    );
    const lost = await begunSignIn(app);
    expect((await secondStep(lost, { recoveryCode: recoveryCodes[0] as string })).statusCode).toBe(200);
  });

  test('Admins are notified when many networks guess a second factor', async () => {
    const app = await startApp();
    const { id } = await createAccount(app);
    await addTotp(app, await signedIn(app));
    const guess = async () => {
      const thief = await begunSignIn(app);
      expect((await secondStep(thief, { recoveryCode: 'a guess' })).statusCode).toBe(400);
    };
    await guess();
    // Stands for many more guesses.
    await app.db
      .updateTable('sign_in_attempts')
      .set({ failures: 49 })
      .where('name_hash', 'like', '%.everywhere')
      .execute();
    await guess();
    await until('the admins are notified', async () => {
      const rows = await app.db.selectFrom('notifications').select(['about_id', 'type']).execute();
      return rows.some(({ about_id }) => about_id === id);
    });
  });
});

describe('A recovery code', () => {
  test('A recovery code works once, even when four browsers send it to two processes at once', async () => {
    const app = await startApp();
    const second = await anotherProcess(app);
    await createAccount(app);
    const { recoveryCodes } = await addTotp(app, await signedIn(app));
    second.clock.advance(app.clock.now() - second.clock.now());
    const [recoveryCode] = recoveryCodes as [string];
    const browsers = await Promise.all([1, 2, 3, 4].map(() => begunSignIn(app)));
    const tries = browsers.map((browser, index) =>
      secondStep(index % 2 === 0 ? browser : sameBrowser(second, browser), { recoveryCode }),
    );
    expect(await tallyOf(tries)).toEqual({ 200: 1, 400: 3 });
  });

  test('A recovery code does not work for another account', async () => {
    const app = await startApp();
    await createAccount(app);
    await createAccount(app, { username: 'hugo' });
    const { recoveryCodes } = await addTotp(app, await signedIn(app));
    await addTotp(app, await signedIn(app, { username: 'hugo' }));
    const hugo = await begunSignIn(app, { username: 'hugo' });
    expect((await secondStep(hugo, { recoveryCode: recoveryCodes[0] as string })).statusCode).toBe(400);
  });
});

describe('A passkey', () => {
  const setUp = async (env: Record<string, string> = {}) => {
    const app = await startApp({ env });
    await createAccount(app);
    await createAccount(app, { username: 'hugo' });
    const [mira, hugo] = [await signedIn(app), await signedIn(app, { username: 'hugo' })];
    return { app, mira, hugo, passkey: await addPasskey(mira), other: await addPasskey(hugo) };
  };

  test('A passkey challenge works once, for its own purpose, and expires after five minutes', async () => {
    const { app, mira, passkey } = await setUp();
    const alone = app.client();
    const options = await passkeyOptions(alone);
    const answer = passkey.get(options);
    const tries = Array.from({ length: 3 }, () => app.client().post(BY_PASSKEY, { passkey: answer }));
    expect(await tallyOf(tries)).toEqual({ 200: 1, 401: 2 });
    // A new signature for a used challenge is refused too.
    expect((await app.client().post(BY_PASSKEY, { passkey: passkey.get(options) })).statusCode).toBe(401);

    const late = await passkeyOptions(alone);
    app.clock.advance(5 * 60_000);
    expect((await alone.post(BY_PASSKEY, { passkey: passkey.get(late) })).statusCode).toBe(401);

    await mira.post('/api/auth/proof', {
      passkey: passkey.get((await mira.post('/api/auth/proof/passkey/options')).json()),
    });
    const begun = await begunSignIn(app);
    const elsewhere = await begunSignIn(app);
    const asked = {
      proof: (await mira.post('/api/auth/proof/passkey/options')).json(),
      adding: (await mira.post(`${OWN}/passkeys/options`)).json(),
      'second step elsewhere': await passkeyOptions(elsewhere),
      'made up': { ...options, challenge: Buffer.alloc(54).toString('base64url') },
      empty: { ...options, challenge: '' },
    };
    for (const [name, made] of Object.entries(asked)) {
      const shown = passkey.get({ ...made, rpId: 'localhost' });
      expect([name, (await secondStep(begun, { passkey: shown })).statusCode]).toEqual([name, 400]);
      expect([name, (await app.client().post(BY_PASSKEY, { passkey: shown })).statusCode]).toEqual([name, 401]);
      if (name !== 'proof')
        expect([name, (await mira.post('/api/auth/proof', { passkey: shown })).statusCode]).toEqual([name, 400]);
      app.clock.advance(60_000);
    }
    expect(await isSignedIn(begun)).toBe(false);
  });

  test('A sign-in with a passkey is refused for a wrong origin, host, ceremony, account or signature', async () => {
    const { app, passkey, other } = await setUp();
    const lies = {
      'another origin': { origin: 'https://evil.example' },
      'another port': { origin: 'http://localhost:3001' },
      'a subdomain': { origin: 'http://a.localhost:3000' },
      'another host': { rpId: 'evil.example' },
      'a frame': { crossOrigin: true },
      'no user verification': { verified: false },
      'made for another ceremony': { type: 'webauthn.create' },
      'the user handle of another account': { userHandle: Buffer.from('somebody').toString('base64url') },
      'no signature': { signature: '' },
      'another signature': { signature: other.get({ challenge: 'x', rpId: 'localhost' }).response.signature },
    };
    for (const [name, lie] of Object.entries(lies)) {
      const alone = app.client();
      const shown = passkey.get(await passkeyOptions(alone), lie);
      const answer = await alone.post(BY_PASSKEY, { passkey: shown });
      expect([name, answer.statusCode, await isSignedIn(alone)]).toEqual([name, 401, false]);
      const begun = await begunSignIn(app);
      const second = await secondStep(begun, { passkey: passkey.get(await passkeyOptions(begun), lie) });
      expect([name, second.statusCode, await isSignedIn(begun)]).toEqual([name, 400, false]);
      app.clock.advance(60_000);
    }
  });

  test("Another user's passkey completes no second step and no step-up", async () => {
    const { app, mira, passkey, other } = await setUp();
    const begun = await begunSignIn(app);
    const options = await passkeyOptions(begun);
    for (const lie of [{}, { id: passkey.id }, { userHandle: null }, { id: passkey.id, userHandle: null }])
      expect((await secondStep(begun, { passkey: other.get(options, lie) })).statusCode).toBe(400);
    expect(await isSignedIn(begun)).toBe(false);
    const proof = (await mira.post('/api/auth/proof/passkey/options')).json();
    expect((await mira.post('/api/auth/proof', { passkey: other.get(proof) })).statusCode).toBe(400);
    // On the sign-in page it signs in to its own account.
    const alone = app.client();
    const entered = await alone.post(BY_PASSKEY, { passkey: other.get(await passkeyOptions(alone)) });
    expect(entered.json()).toMatchObject({ username: 'hugo' });
  });

  test('A passkey whose counter goes back is refused and logged as copied', async () => {
    const { app, passkey } = await setUp();
    const enter = async (counter: number) => {
      const alone = app.client();
      return alone.post(BY_PASSKEY, { passkey: passkey.get(await passkeyOptions(alone), { counter }) });
    };
    expect((await enter(7)).statusCode).toBe(200);
    for (const counter of [7, 6, 0]) expect([counter, (await enter(counter)).statusCode]).toEqual([counter, 401]);
    expect((await enter(8)).statusCode).toBe(200);
    expect(await failureReasons(app)).toEqual(Array(3).fill('copied passkey'));
    // A forged signature does not make the passkey look copied.
    const alone = app.client();
    const forged = passkey.get(await passkeyOptions(alone), { counter: 1, signature: 'AAAA' });
    await alone.post(BY_PASSKEY, { passkey: forged });
    expect((await failureReasons(app)).at(-1)).toBe('wrong passkey');
  });

  test('An unknown passkey gets the same answers and rate limit as one with a wrong signature', async () => {
    const { app, passkey } = await setUp();
    const stranger = new Authenticator();
    const [one, other] = [app.client(), app.client()];
    const wrong = passkey.get(await passkeyOptions(one), { signature: 'AAAA' });
    const unknown = stranger.get(await passkeyOptions(other));
    const answers = [
      await one.post(BY_PASSKEY, { passkey: wrong }),
      await other.post(BY_PASSKEY, { passkey: unknown }),
      await app.client().post(BY_PASSKEY, { passkey: {} }),
      await app.client().post(BY_PASSKEY, { passkey: { id: 1, response: null } }),
    ].map(visibleAnswer);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    for (const [client, shown] of [
      [one, wrong],
      [other, unknown],
    ] as const)
      expect(await tallyOf(Array.from({ length: 7 }, () => client.post(BY_PASSKEY, { passkey: shown })))).toEqual({
        401: 4,
        429: 3,
      });
    expect(new Set(await failureReasons(app))).toEqual(new Set(['wrong passkey', 'unknown passkey']));
  });

  test('A suspended account is named as suspended only after a valid passkey', async () => {
    const { app, passkey } = await setUp();
    await app.db.updateTable('users').set({ status: 'suspended' }).where('username', '=', 'mira').execute();
    const alone = app.client();
    const wrong = await alone.post(BY_PASSKEY, {
      passkey: passkey.get(await passkeyOptions(alone), { signature: 'AAAA' }),
    });
    expect(wrong.json().error).toBe('wrong_credentials');
    const right = await alone.post(BY_PASSKEY, { passkey: passkey.get(await passkeyOptions(alone)) });
    expect([right.statusCode, right.json().error]).toEqual([403, 'account_suspended']);
    expect(await isSignedIn(alone)).toBe(false);
  });

  test('A passkey with a wrong origin, host, challenge or attestation is not added', async () => {
    const { app, mira, hugo } = await setUp();
    const certificate = Buffer.from('30820122', 'hex');
    const packed = cbor.map(cbor.text('x5c'), cbor.list(cbor.bytes(certificate)));
    const add = (client: HttpClient, passkey: object) => client.post(`${OWN}/passkeys`, { name: 'x', passkey });
    const optionsFor = async (client: HttpClient) => (await client.post(`${OWN}/passkeys/options`)).json();
    const lies = {
      'another origin': { origin: 'https://evil.example' },
      'another host': { rpId: 'evil.example' },
      'a frame': { crossOrigin: true },
      'no user verification': { verified: false },
      'made for another ceremony': { type: 'webauthn.get' },
      'a made-up challenge': { challenge: Buffer.alloc(54).toString('base64url') },
      'a packed attestation': { attestation: { format: 'packed', statement: packed } },
      'a TPM attestation': { attestation: { format: 'tpm', statement: cbor.map() } },
    };
    for (const [name, lie] of Object.entries(lies)) {
      const answer = await add(mira, new Authenticator().create(await optionsFor(mira), lie));
      expect([name, answer.statusCode, answer.json().error]).toEqual([name, 400, 'wrong_second_factor']);
    }
    expect((await add(mira, new Authenticator().create(await optionsFor(hugo)))).statusCode).toBe(400);
    expect((await add(mira, new Authenticator().create(await passkeyOptions(app.client())))).statusCode).toBe(400);
    const options = await optionsFor(mira);
    const made = [new Authenticator().create(options), new Authenticator().create(options)];
    expect(await tallyOf(made.map((passkey) => add(mira, passkey)))).toEqual({ 200: 1, 400: 1 });
    expect(await app.db.selectFrom('passkeys').selectAll().execute()).toHaveLength(3);
  });

  test('A passkey belongs to the host name of PUBLIC_URL', async () => {
    const app = await startApp({ env: { PUBLIC_URL: 'https://portal.example:8443' } });
    const options = await passkeyOptions(app.client());
    expect(options.rpId).toBe('portal.example');
  });
});

describe('The second step', () => {
  test('The cookie of a pending sign-in opens no route and no socket', async () => {
    const app = await startApp();
    const port = await listening(app);
    const admin = await signedIn(app, ADMIN);
    await addTotp(app, admin);
    const begun = await begunSignIn(app, ADMIN);
    const token = begun.cookies.get('sign-in') as string;
    const cookies = [`sign-in=${token}`, `gatehouse=${token}`, `gatehouse=${token}; sign-in=${token}`];
    const routes = (await describedRoutes(app)).filter(({ access }) => access !== 'anyone' && access !== 'guest');
    expect(routes.length).toBeGreaterThan(80);
    for (const { method, path } of routes) {
      const url = path.replaceAll(/\{\w+\}/g, 'some-id');
      for (const cookie of cookies) {
        const payload = method === 'GET' ? {} : { payload: {} };
        const answer = await app.client().request({ method, url, headers: { cookie }, ...payload });
        expect([method, path, answer.statusCode, answer.json().error]).toEqual([method, path, 401, 'not_signed_in']);
      }
    }
    for (const cookie of cookies) {
      const { state } = openSocket(port, { cookie });
      await until('the socket is refused', () => state.ended === 401);
    }
    // A public route treats it as an anonymous request.
    expect((await begun.get('/api/portal')).body).not.toContain('admin');
    const stored = JSON.stringify(await app.db.selectFrom('begun_sign_ins').selectAll().execute());
    expect(stored).not.toContain(token);
  });

  test('The second step accepts neither a password, nor an empty proof, nor two proofs', async () => {
    const app = await startApp();
    await createAccount(app);
    const { secret, recoveryCodes } = await addTotp(app, await signedIn(app));
    const browser = await begunSignIn(app);
    const totp = totpCode(secret, app.clock.now());
    for (const body of [
      {},
      { password: PASSWORD },
      { totp: '' },
      { totp: null },
      { totp: [totp] },
      { totp: { $gt: '' } },
      { totp, recoveryCode: recoveryCodes[0] },
      { totp, secondFactor: true },
      { passkey: null },
      { secondFactor: true },
    ]) {
      const answer = await secondStep(browser, body);
      expect([body, answer.statusCode, answer.json().error]).toEqual([body, 400, 'bad_input']);
    }
    expect(await isSignedIn(browser)).toBe(false);
    // These ten attempts are all that a network has in a minute.
    expect((await secondStep(browser, { totp })).statusCode).toBe(429);
    const later = await begunSignIn(app);
    expect((await secondStep(later, { totp })).statusCode).toBe(200);
  });

  test("One account's code does not complete the sign-in of another account", async () => {
    const app = await startApp();
    await createAccount(app);
    await createAccount(app, { username: 'hugo' });
    const mira = await addTotp(app, await signedIn(app));
    await addTotp(app, await signedIn(app, { username: 'hugo' }));
    const browser = await begunSignIn(app, { username: 'hugo' });
    expect((await secondStep(browser, { totp: totpCode(mira.secret, app.clock.now()) })).statusCode).toBe(400);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('The second step completes a pending sign-in once and ends the previous session', async () => {
    const app = await startApp();
    await createAccount(app);
    const browser = await signedIn(app);
    const { secret, recoveryCodes } = await addTotp(app, browser);
    const copy = browser.cookieHeader;
    await begunSignIn(app, {}, browser);
    expect((await app.client().request({ url: '/api/auth/user', headers: { cookie: copy } })).statusCode).toBe(200);
    const begun = browser.cookieHeader;
    expect((await secondStep(browser, { totp: totpCode(secret, app.clock.now()) })).statusCode).toBe(200);
    expect((await app.client().request({ url: '/api/auth/user', headers: { cookie: copy } })).statusCode).toBe(401);
    const again = await app.client().request({
      method: 'POST',
      url: '/api/auth/login/second-step',
      payload: { recoveryCode: recoveryCodes[0] },
      headers: { cookie: begun },
    });
    expect([again.statusCode, again.json().error]).toEqual([401, 'sign_in_expired']);
  });

  test('On HTTPS, the cookie of a pending sign-in has the __Host- prefix', async () => {
    const app = await startApp({ env: { PUBLIC_URL: 'https://portal.example' } });
    await createAccount(app);
    await addTotp(app, await signedIn(app));
    const answer = await attemptSignIn(app, app.client());
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-sign-in=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});
