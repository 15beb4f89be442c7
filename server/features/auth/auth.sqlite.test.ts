import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, test } from 'vitest';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { IDLE_MS, LIFETIME_MS } from '../../sessions/sessions.ts';
import { attemptsAt, countAttempt } from './delays.ts';

const activityOf = (app: TestApp) =>
  app.db.selectFrom('activity').selectAll().orderBy('created_at').orderBy('id').execute();

describe('A sign-in', () => {
  test('A sign-in works with the solved challenge that the API gave', async () => {
    const app = await startApp();
    const client = app.client();
    const challenge = (await client.get('/api/captcha/challenge')).json();
    const solution = await solveChallenge({ challenge, deriveKey });
    const recaptchaToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');

    const answer = await client.post('/api/auth/login', { ...ADMIN, recaptchaToken });

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      username: 'admin',
      role: 'admin',
      status: 'active',
      mustChangePassword: false,
    });
    expect((await client.get('/api/auth/user')).json()).toEqual(answer.json());
  });

  test('The session cookie is safe from scripts and other sites, and only its hash is stored', async () => {
    const app = await startApp();
    await createAccount(app);
    const [cookie, device] = (await attemptSignIn(app, app.client())).cookies;
    expect(device).toMatchObject({ name: 'device', path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(cookie).toMatchObject({ name: 'gatehouse', path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32);
    const [row] = await app.db.selectFrom('sessions').selectAll().execute();
    expect(row?.token_hash).not.toContain(cookie?.value);
  });

  test('On https the session cookie is bound to the host', async () => {
    const app = await startApp({ env: { PUBLIC_URL: 'https://portal.example' } });
    const client = app.client();
    const answer = await client.request({
      method: 'POST',
      url: '/api/auth/login',
      payload: { ...ADMIN, recaptchaToken: await captchaToken(app) },
      headers: { host: 'portal.example', origin: 'https://portal.example' },
    });
    const own = { path: '/', secure: true, httpOnly: true };
    expect(answer.cookies).toMatchObject([
      { name: '__Host-gatehouse', ...own },
      { name: '__Host-device', ...own, maxAge: 180 * 24 * 60 * 60 },
    ]);
    for (const cookie of answer.cookies) expect(cookie).not.toHaveProperty('domain');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('Usernames are compared without case', async () => {
    const app = await startApp();
    await createAccount(app, { username: 'Mira' });
    expect((await attemptSignIn(app, app.client(), { username: ' mIRA ' })).statusCode).toBe(200);
  });

  test('A wrong password and an unknown name get the same answer', async () => {
    const app = await startApp();
    await createAccount(app);
    const wrong = await attemptSignIn(app, app.client(), { password: 'something else' });
    const unknown = await attemptSignIn(app, app.client(), { username: 'nobody' });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ error: 'wrong_credentials', message: 'Invalid username or password' });
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
    expect(unknown.cookies).toEqual([]);
  });

  test('A suspended user reads so only after the right password', async () => {
    const app = await startApp();
    await createAccount(app, { status: 'suspended' });
    expect((await attemptSignIn(app, app.client(), { password: 'wrong' })).json().error).toBe('wrong_credentials');
    const answer = await attemptSignIn(app, app.client());
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      error: 'account_suspended',
      message: 'Your account is suspended. Please contact the support team.',
    });
    expect(answer.cookies).toEqual([]);
  });

  test('An account that must sign in again is active afterwards', async () => {
    const app = await startApp();
    await createAccount(app, { status: 'needs_auth' });
    const client = await signedIn(app);
    expect((await client.get('/api/auth/user')).json().status).toBe('active');
  });

  test('Every sign-in gets a new token and ends the session it replaces', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const first = client.cookies.get('gatehouse') as string;
    await attemptSignIn(app, client);
    expect(client.cookies.get('gatehouse')).not.toBe(first);
    expect(
      (await client.request({ url: '/api/auth/user', headers: { cookie: `gatehouse=${first}` } })).statusCode,
    ).toBe(401);
  });

  test('One address gets at most ten tries a minute', async () => {
    const app = await startApp();
    const client = app.client();
    for (let index = 0; index < 10; index += 1) {
      expect((await attemptSignIn(app, client, { username: `nobody-${index}` })).statusCode).toBe(401);
    }
    const refused = await attemptSignIn(app, client, ADMIN);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json().message).toBe('Too many attempts. Please try again in 1 minute.');
    expect((await attemptSignIn(app, app.client(), ADMIN)).statusCode).toBe(200);
    app.clock.advance(60_000);
    expect((await attemptSignIn(app, client, ADMIN)).statusCode).toBe(200);
  });
});

describe('Password guessing', () => {
  test.for([{ username: 'mira' }, { username: 'nobody' }])(
    'Guessing is delayed from the fifth failure on: $username',
    async ({ username }) => {
      const app = await startApp();
      await createAccount(app);
      const client = app.client();
      const guess = () => attemptSignIn(app, client, { username, password: 'a guess' });
      for (let failures = 1; failures <= 5; failures += 1) expect((await guess()).statusCode).toBe(401);
      const refused = await guess();
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
      app.clock.advance(1_000);
      expect((await guess()).statusCode).toBe(401);
      // Doubled each time, up to a quarter of an hour. Counted without the rest: a network has ten tries a minute.
      const attempt = attemptsAt(app.keys, username).from(`network:${client.ip}`);
      const count = () => app.db.transaction().execute((trx) => countAttempt(trx, attempt, app.clock.now()));
      for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
        expect(await count()).toBe(seconds);
        app.clock.advance(seconds * 1_000);
        expect(await count()).toBe(0);
      }
      app.clock.advance(24 * 60 * 60 * 1_000);
      for (let failures = 1; failures <= 5; failures += 1) expect((await guess()).statusCode).toBe(401);
    },
  );

  test('The delay holds for the right password too, and a success clears the failures', async () => {
    const app = await startApp();
    await createAccount(app);
    const { ip } = app.client();
    const attempt = (password?: string) => attemptSignIn(app, app.client({ ip }), { password });
    for (let failures = 1; failures <= 5; failures += 1) await attempt('a guess');
    expect((await attempt()).statusCode).toBe(429);
    app.clock.advance(1_000);
    expect((await attempt()).statusCode).toBe(200);
    expect((await attempt('a guess')).statusCode).toBe(401);
    expect((await attempt()).statusCode).toBe(200);
  });

  test('Concurrent guesses are counted one by one', async () => {
    const app = await startApp();
    await createAccount(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => attemptSignIn(app, app.client({ ip: '192.0.2.7' }), { password: 'a guess' })),
    );
    const statuses = answers.map((answer) => answer.statusCode).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
  });
});

describe('The captcha of a sign-in', () => {
  test('A captcha works once, even if sent twenty times at once', async () => {
    const app = await startApp();
    await createAccount(app);
    const recaptchaToken = await captchaToken(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.client().post('/api/auth/login', { username: 'mira', password: PASSWORD, recaptchaToken }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
    const refused = answers.find((answer) => answer.statusCode === 400);
    expect(refused?.json().error).toBe('captcha_refused');
  });

  test('A captcha works for five minutes', async () => {
    const app = await startApp();
    const early = await captchaToken(app);
    const late = await captchaToken(app);
    app.clock.advance(299_000);
    expect((await app.client().post('/api/auth/login', { ...ADMIN, recaptchaToken: early })).statusCode).toBe(200);
    app.clock.advance(2_000);
    expect((await app.client().post('/api/auth/login', { ...ADMIN, recaptchaToken: late })).statusCode).toBe(400);
  });

  test.for([
    ['nothing', undefined, 'Please complete the captcha verification'],
    ['an empty text', '', 'Please complete the captcha verification'],
    ['no base64', '%%%', 'The captcha was not accepted. Please complete the captcha verification again.'],
    [
      'no JSON',
      Buffer.from('hello').toString('base64'),
      'The captcha was not accepted. Please complete the captcha verification again.',
    ],
    [
      'an empty object',
      Buffer.from('{}').toString('base64'),
      'The captcha was not accepted. Please complete the captcha verification again.',
    ],
  ] as const)('A captcha that is %s is rejected', async ([, recaptchaToken, sentence]) => {
    const app = await startApp();
    const answer = await app.client().post('/api/auth/login', { ...ADMIN, recaptchaToken });
    expect([answer.statusCode, answer.json().message]).toEqual([400, sentence]);
  });

  test('A captcha with another key or changed terms is rejected', async () => {
    const app = await startApp();
    const token = await captchaToken(app);
    const payload = JSON.parse(Buffer.from(token, 'base64').toString());
    payload.challenge.parameters.expiresAt += 1_000_000;
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64');
    expect((await app.client().post('/api/auth/login', { ...ADMIN, recaptchaToken: forged })).json().error).toBe(
      'captcha_refused',
    );
  });
});

describe('A session', () => {
  test.for([
    ['user', 'mira', PASSWORD],
    ['admin', ADMIN.username, ADMIN.password],
  ] as const)('A session of a %s expires when idle or old', async ([role, username, password]) => {
    const app = await startApp();
    await createAccount(app);
    const idle = await signedIn(app, { username, password });
    app.clock.advance(IDLE_MS - 1_000);
    expect((await idle.get('/api/auth/user')).statusCode).toBe(200);
    app.clock.advance(IDLE_MS);
    expect((await idle.get('/api/auth/user')).statusCode).toBe(401);

    const busy = await signedIn(app, { username, password });
    const steps = LIFETIME_MS[role === 'user' ? 'user' : 'staff'] / (IDLE_MS / 2);
    for (let step = 1; step < steps; step += 1) {
      app.clock.advance(IDLE_MS / 2);
      expect((await busy.get('/api/auth/user')).statusCode).toBe(200);
    }
    app.clock.advance(IDLE_MS / 2);
    expect((await busy.get('/api/auth/user')).statusCode).toBe(401);
  });

  test('A session survives a restart', async () => {
    const app = await startApp();
    const client = await signedIn(app, ADMIN);
    await app.close();
    const again = await startApp({ database: app.database });
    const cookie = `gatehouse=${client.cookies.get('gatehouse')}`;
    expect((await again.client().request({ url: '/api/auth/user', headers: { cookie } })).statusCode).toBe(200);
  });

  test('A sign-out ends the session for good', async () => {
    const app = await startApp();
    const client = await signedIn(app, ADMIN);
    const token = client.cookies.get('gatehouse');
    expect((await client.post('/api/auth/logout')).json()).toEqual({ success: true });
    expect([...client.cookies.keys()]).toEqual(['device']);
    expect(
      (await client.request({ url: '/api/auth/user', headers: { cookie: `gatehouse=${token}` } })).statusCode,
    ).toBe(401);
    expect((await client.post('/api/auth/logout')).statusCode).toBe(200);
  });

  test('Expired sessions are swept', async () => {
    const app = await startApp();
    await signedIn(app, ADMIN);
    app.clock.advance(LIFETIME_MS.staff);
    await app.sessions.sweep();
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('A made-up token signs no one in', async () => {
    const app = await startApp();
    const answer = await app.client().request({ url: '/api/auth/user', headers: { cookie: 'gatehouse=made-up' } });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'not_signed_in']);
  });
});

describe('A password change', () => {
  const change = { currentPassword: PASSWORD, newPassword: 'a brand new sentence' };

  test('A password change ends every other session and keeps this one', async () => {
    const app = await startApp();
    await createAccount(app);
    const other = await signedIn(app);
    const client = await signedIn(app);
    expect((await client.post('/api/auth/change-password', change)).json()).toEqual({ success: true });
    expect((await client.get('/api/auth/user')).statusCode).toBe(200);
    expect((await other.get('/api/auth/user')).statusCode).toBe(401);
    expect((await attemptSignIn(app, app.client())).statusCode).toBe(401);
    expect((await attemptSignIn(app, app.client(), { password: change.newPassword })).statusCode).toBe(200);
  });

  test('A password may have 128 characters, and each one counts', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const newPassword = 'all of it counts '.repeat(8).slice(0, 127);
    const changed = await client.post('/api/auth/change-password', { ...change, newPassword: `${newPassword}a` });
    expect(changed.json()).toEqual({ success: true });
    for (const [password, status] of [
      [`${newPassword}b`, 401],
      [newPassword, 401],
      [`${newPassword}A`, 401],
      [`${newPassword}a`, 200],
    ] as const)
      expect((await attemptSignIn(app, app.client(), { password })).statusCode).toBe(status);
  });

  test.for([
    [{ ...change, currentPassword: 'not it' }, 'Current password is not correct'],
    [{ ...change, currentPassword: '' }, 'Current password is required'],
    [{ ...change, newPassword: 'nine char' }, 'New password must be at least 10 characters'],
    [{ ...change, newPassword: 'x'.repeat(129) }, 'Passwords can have at most 128 characters'],
    [{ ...change, newPassword: '1234567890' }, 'This password is too common. Please choose another one.'],
    [{ ...change, newPassword: PASSWORD }, 'The new password must differ from the current one'],
  ] as const)('A password change is rejected with a sentence: %o', async ([body, sentence]) => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const answer = await client.post('/api/auth/change-password', body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, sentence]);
    expect((await attemptSignIn(app, app.client())).statusCode).toBe(200);
  });

  test('With a temporary password nothing else works until it is changed', async () => {
    const app = await startApp();
    const user = await createAccount(app, { role: 'admin', passwordState: 'temporary', temporaryPassword: PASSWORD });
    expect(app.keys.open(user.temporary_password as string, 'temporary-password')).toBe(PASSWORD);
    const client = await signedIn(app);
    expect((await client.get('/api/auth/user')).json().mustChangePassword).toBe(true);
    const refused = await client.post('/api/admin/change-password', change);
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'password_change_required']);
    // Used once, so staff cannot read it any more.
    const row = await app.db
      .selectFrom('users')
      .select('temporary_password')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row.temporary_password).toBeNull();

    expect((await client.post('/api/auth/change-password', change)).statusCode).toBe(200);
    expect((await client.get('/api/auth/user')).json().mustChangePassword).toBe(false);
    expect(
      (
        await client.post('/api/admin/change-password', {
          currentPassword: change.newPassword,
          newPassword: 'tall ship',
        })
      ).statusCode,
    ).toBe(200);
  });

  test('After signing in with a temporary password the user need not type it again, but must choose another', async () => {
    const app = await startApp();
    await createAccount(app, { passwordState: 'temporary', temporaryPassword: PASSWORD });
    const [client, other] = [await signedIn(app), await signedIn(app)];
    const same = await client.post('/api/auth/change-password', { newPassword: PASSWORD });
    expect([same.statusCode, same.json().message]).toEqual([400, 'The new password must differ from the current one']);
    const { newPassword } = change;
    expect((await client.post('/api/auth/change-password', { newPassword })).statusCode).toBe(200);
    expect((await client.get('/api/auth/user')).json().mustChangePassword).toBe(false);
    expect((await other.get('/api/auth/user')).statusCode).toBe(401);
    expect((await attemptSignIn(app, app.client(), { password: newPassword })).statusCode).toBe(200);
    // From now on it is a password like every other.
    const again = await client.post('/api/auth/change-password', { newPassword: 'yet another password' });
    expect([again.statusCode, again.json().error]).toEqual([400, 'current_password_needed']);
  });

  test('The admin form is for admins', async () => {
    const app = await startApp();
    await createAccount(app);
    const user = await signedIn(app);
    expect((await user.post('/api/admin/change-password', change)).statusCode).toBe(403);
    const admin = await signedIn(app, ADMIN);
    const short = await admin.post('/api/admin/change-password', {
      currentPassword: ADMIN.password,
      newPassword: 'five5',
    });
    expect(short.json().message).toBe('New password must be at least 6 characters');
    expect(
      (await admin.post('/api/admin/change-password', { currentPassword: ADMIN.password, newPassword: 'eight8eight' }))
        .statusCode,
    ).toBe(200);
  });

  test('Of two simultaneous password changes one wins, the other has the old cookie', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const answers = await Promise.all(
      ['the first of two', 'the second of two'].map((newPassword) =>
        client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);
  });
});

describe('The log of sign-ins', () => {
  test('Sign-in, failed sign-in and sign-out are logged with address, location and device', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const client = app.client({ ip: '8.8.8.8' });
    await attemptSignIn(app, client, { password: 'a guess' });
    app.clock.advance(1);
    await attemptSignIn(app, client, { username: 'nobody' });
    app.clock.advance(1);
    await attemptSignIn(app, client);
    app.clock.advance(1);
    await client.post('/api/auth/logout');
    const where = { ip_address: '8.8.8.8', location: 'United States', device: 'Chrome on Linux' };
    expect(await activityOf(app)).toMatchObject([
      { ...where, action: 'failed_login', user_id: user.id, details: '{"reason":"wrong password"}' },
      { ...where, action: 'failed_login', user_id: null, details: '{"reason":"unknown username"}' },
      { ...where, action: 'login', user_id: user.id },
      { ...where, action: 'logout', user_id: user.id },
    ]);
  });

  test('A password typed into any field is in no table, log or answer', async () => {
    const app = await startApp();
    await createAccount(app);
    const secret = 'canary-7f3a91-password';
    const answers = [
      await attemptSignIn(app, app.client(), { password: secret }),
      await attemptSignIn(app, app.client(), { username: secret }),
    ];
    const client = await signedIn(app);
    answers.push(
      await client.post('/api/auth/change-password', { currentPassword: secret, newPassword: `${secret}-2` }),
    );
    answers.push(await client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: secret }));
    answers.push(await attemptSignIn(app, app.client(), { password: secret }));
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 400, 200, 200]);

    const tables = ['users', 'sessions', 'sign_in_attempts', 'used_captchas', 'activity'] as const;
    const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()));
    expect(rows.flat().length).toBeGreaterThan(5);
    expect(app.logged.length).toBeGreaterThan(5);
    const everything = JSON.stringify(rows) + app.logged.join('') + answers.map((answer) => answer.body).join('');
    expect(everything).not.toContain('canary-7f3a91');
    for (const cookie of client.cookies.values()) expect(everything).not.toContain(cookie);
  });
});
