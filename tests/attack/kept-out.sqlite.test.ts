import { describe, expect, test } from 'vitest';
import { GUESSED_FROM_MANY } from '../../server/features/auth/delays.ts';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { crowd } from '../support/crowd.ts';
import type { HttpClient } from '../support/http-client.ts';

const MINUTE = 60_000;

/** The same browser without its session, at another IP address. */
function elsewhere(app: TestApp, browser: HttpClient, ip?: string): HttpClient {
  const moved = app.client(ip === undefined ? {} : { ip });
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  moved.cookies.delete('gatehouse');
  return moved;
}

const deviceOf = (client: HttpClient) => client.cookies.get('device') as string;

describe('A stranger who guesses passwords', () => {
  test('Guesses from twenty networks do not lock the owner out, and admins are notified', async () => {
    const app = await startApp();
    await createAccount(app);
    const phone = await signedIn(app);
    await phone.post('/api/auth/logout');
    const networks = Array.from({ length: 20 }, (_, index) => `203.0.${index}.7`);
    for (let round = 0; round < 5; round += 1) {
      for (const ip of networks)
        expect((await attemptSignIn(app, app.client({ ip }), { password: `guess ${round}` })).statusCode).toBe(401);
      app.clock.advance(12 * MINUTE);
    }
    // Every guessing network has to wait by now.
    for (const ip of networks) await attemptSignIn(app, app.client({ ip }), { password: 'the sixth' });
    for (const ip of networks) expect((await attemptSignIn(app, app.client({ ip }))).statusCode).toBe(429);
    // The owner's known device works even in a guessing network.
    expect((await attemptSignIn(app, elsewhere(app, phone, networks[0]))).statusCode).toBe(200);
    expect((await attemptSignIn(app, elsewhere(app, phone))).statusCode).toBe(200);
    expect((await attemptSignIn(app, app.client())).statusCode).toBe(200);

    await app.notifications.settle();
    const admin = await signedIn(app, ADMIN);
    const notifications = (await admin.get('/api/admin/notifications?type=failed_login')).json();
    expect(notifications.filter(({ title }: { title: string }) => title === 'Password guessing')).toMatchObject([
      { severity: 'error', message: 'Many wrong passwords for mira from many networks within an hour', count: 1 },
    ]);
  });

  test('Admins are notified once an hour, and never of a username that does not exist', async () => {
    const app = await startApp();
    await createAccount(app);
    for (const username of ['mira', 'a password typed into the wrong field'])
      for (let hour = 0; hour < 2; hour += 1) {
        for (let guess = 0; guess < GUESSED_FROM_MANY + 5; guess += 1)
          await attemptSignIn(app, app.client(), { username, password: 'a guess' });
        app.clock.advance(61 * MINUTE);
        await app.notifications.settle();
      }
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['message', 'count'])
      .where('group_key', 'like', 'guessing:%')
      .execute();
    expect(notifications).toHaveLength(2);
    expect(JSON.stringify(notifications)).not.toContain('wrong field');
  });

  test('Guesses on a known device delay only that device', async () => {
    const app = await startApp();
    await createAccount(app);
    const shared = await signedIn(app);
    const statuses: number[] = [];
    // A new IP address each time: the device is counted.
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await attemptSignIn(app, elsewhere(app, shared), { password: 'a guess' })).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await attemptSignIn(app, elsewhere(app, shared))).statusCode).toBe(429);
    expect((await attemptSignIn(app, app.client())).statusCode).toBe(200);
    app.clock.advance(1_000);
    expect((await attemptSignIn(app, elsewhere(app, shared))).statusCode).toBe(200);
  });
});

describe('A crowd of sign-ins', () => {
  test('A busy server answers 503 without using up the captcha or an attempt', async () => {
    const app = await startApp({ env: { SELF_REGISTRATION: 'true' } });
    const many = crowd(app);
    const client = app.client();
    const recaptchaToken = await captchaToken(app);
    for (let round = 0; round < 3; round += 1) {
      const refused = await client.post('/api/auth/login', { ...ADMIN, recaptchaToken });
      expect([refused.statusCode, refused.headers['retry-after'], refused.json().error]).toEqual([503, '2', 'busy']);
    }
    const registration = { username: 'nina', password: PASSWORD, email: 'nina@example.com' };
    expect((await client.post('/api/auth/register', { ...registration, recaptchaToken })).statusCode).toBe(503);
    expect(await app.db.selectFrom('sign_in_attempts').selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom('used_captchas').selectAll().execute()).toEqual([]);
    await many.leave();
    expect((await client.post('/api/auth/login', { ...ADMIN, recaptchaToken })).statusCode).toBe(200);
  });

  test('A busy server still serves known devices and sessions, but no forged device cookies', async () => {
    const app = await startApp();
    await createAccount(app);
    await createAccount(app, { username: 'nina' });
    const mira = await signedIn(app);
    const nina = await signedIn(app, { username: 'nina' });
    const inside = await signedIn(app, ADMIN);
    const [id, signature, ...accounts] = deviceOf(mira).split('.');
    const [, ninaSignature, ...ninaAccounts] = deviceOf(nina).split('.');
    const forged = {
      none: '',
      'of another account': deviceOf(nina),
      'with another id': ['AAAAAAAAAAAAAAAAAAAAAA', signature, ...accounts].join('.'),
      'with the account of another': [id, ninaSignature, ...ninaAccounts].join('.'),
      'with one account more': [id, signature, ...accounts, ...ninaAccounts].join('.'),
      'without a signature': [id, '', ...accounts].join('.'),
      'with a later time': deviceOf(mira).replace(accounts[0]?.split(':')[0] as string, 'zzzzzz'),
      'very long': 'x'.repeat(4_000),
    };
    const many = crowd(app);
    for (const [attack, value] of Object.entries(forged)) {
      const client = app.client();
      client.cookies.set('device', value);
      expect([attack, (await attemptSignIn(app, client)).statusCode]).toEqual([attack, 503]);
    }
    expect((await attemptSignIn(app, elsewhere(app, mira))).statusCode).toBe(200);
    const change = { currentPassword: ADMIN.password, newPassword: 'a sentence of the admin' };
    expect((await inside.post('/api/auth/change-password', change)).statusCode).toBe(200);
    await many.leave();
  });
});

describe('The cookie of a known device', () => {
  const isKnown = async (app: TestApp, client: HttpClient, username = 'mira') => {
    const many = crowd(app);
    const { statusCode } = await attemptSignIn(app, client, { username, password: 'a guess' });
    await many.leave();
    return statusCode === 401;
  };
  /** Whether the device's guesses are counted apart from those of its network. */
  const hasOwnCount = async (app: TestApp, device: HttpClient, username = 'mira') => {
    const { ip } = app.client();
    for (let guess = 0; guess < 4; guess += 1)
      await attemptSignIn(app, elsewhere(app, device, ip), { username, password: 'a guess' });
    const strangers = [
      await attemptSignIn(app, app.client({ ip }), { username, password: 'a guess' }),
      await attemptSignIn(app, app.client({ ip }), { username, password: 'a guess' }),
    ];
    return strangers.every(({ statusCode }) => statusCode === 401);
  };

  test('The device cookie contains no username, user id or password hash', async () => {
    const app = await startApp();
    const username = 'mira-of-the-harbour';
    const user = await createAccount(app, { username });
    const cookie = deviceOf(await signedIn(app, { username }));
    for (const secret of [username, Buffer.from(username).toString('base64url'), user.id, user.password_hash])
      expect(cookie).not.toContain(secret);
    expect(cookie.length).toBeLessThan(120);
  });

  test('The device cookie remembers the last five accounts for 180 days', async () => {
    const app = await startApp();
    const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
    for (const username of names) await createAccount(app, { username });
    const browser = app.client();
    for (const username of names) expect((await attemptSignIn(app, browser, { username })).statusCode).toBe(200);
    const knows = await Promise.all(['first', 'second', 'sixth'].map((name) => hasOwnCount(app, browser, name)));
    expect(knows).toEqual([false, true, true]);
    expect(deviceOf(browser).length).toBeLessThan(400);
    app.clock.advance(100 * 24 * 60 * MINUTE);
    expect((await attemptSignIn(app, browser, { username: 'sixth' })).statusCode).toBe(200);
    app.clock.advance(100 * 24 * 60 * MINUTE);
    expect([await isKnown(app, browser, 'second'), await isKnown(app, browser, 'sixth')]).toEqual([false, true]);
  });

  test('A password change forgets all known devices but its own, and a reset forgets all', async () => {
    const app = await startApp();
    const { id } = await createAccount(app);
    const [here, there] = [await signedIn(app), await signedIn(app)];
    expect([await hasOwnCount(app, here), await hasOwnCount(app, there)]).toEqual([true, true]);
    app.clock.advance(MINUTE);
    const change = { currentPassword: PASSWORD, newPassword: 'a brand new sentence' };
    expect((await here.post('/api/auth/change-password', change)).statusCode).toBe(200);
    expect([await hasOwnCount(app, here), await hasOwnCount(app, there)]).toEqual([true, false]);
    app.clock.advance(MINUTE);
    const admin = await signedIn(app, ADMIN);
    expect((await admin.post(`/api/admin/users/${id}/reset-password`)).statusCode).toBe(200);
    expect(await hasOwnCount(app, here)).toBe(false);
  });
});
