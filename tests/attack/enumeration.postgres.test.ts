import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { attemptSignIn, captchaToken, createAccount } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { visibleAnswer } from '../support/http-client.ts';
import { TestSmtp } from '../support/smtp.ts';

/** Creates an account of each kind; returns their usernames. */
async function createAccounts(app: TestApp): Promise<string[]> {
  await createAccount(app, { username: 'active', email: 'active@example.com' });
  await createAccount(app, { username: 'suspended', status: 'suspended' });
  await createAccount(app, { username: 'asked-again', status: 'needs_auth' });
  await createAccount(app, { username: 'second-admin', role: 'admin' });
  // Like an account made by staff, whose password is hashed at the first sign-in.
  const fresh = await createAccount(app, {
    username: 'fresh',
    passwordState: 'temporary',
    temporaryPassword: 'abcd-efgh',
  });
  await app.db.updateTable('users').set({ password_hash: '' }).where('id', '=', fresh.id).execute();
  return ['active', 'suspended', 'asked-again', 'second-admin', 'fresh'];
}

const registration = {
  password: 'a password of mine',
  firstName: 'Nina',
  lastName: 'Berg',
};

describe('Answers', () => {
  test('The answer to a wrong sign-in does not reveal whether or what kind of account exists', async () => {
    const app = await startApp();
    const names = await createAccounts(app);
    const attempt = (username: string) => attemptSignIn(app, app.client(), { username, password: 'a guess' });
    const unknown = visibleAnswer(await attempt('nobody'));
    expect(unknown.statusCode).toBe(401);
    for (const name of names) expect([name, visibleAnswer(await attempt(name))]).toEqual([name, unknown]);
    // The wait after five failures does not reveal it either.
    const waited = async (username: string) => {
      const client = app.client();
      const guess = () => attemptSignIn(app, client, { username, password: 'a guess' });
      await Promise.all(Array.from({ length: 5 }, guess));
      return visibleAnswer(await guess());
    };
    const waiting = await waited('nobody');
    expect(waiting.statusCode).toBe(429);
    for (const name of ['active', 'suspended']) expect([name, await waited(name)]).toEqual([name, waiting]);
  });

  test('No answer reveals whether an address has an account or a pending registration', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url, SELF_REGISTRATION: 'true' } });
    await createAccount(app, { username: 'active', email: 'active@example.com' });
    const post = async (url: string, body: object) =>
      visibleAnswer(await app.client().post(url, { ...body, recaptchaToken: await captchaToken(app) }));
    const register = (username: string, email: string) =>
      post('/api/auth/register', { ...registration, username, email });
    await register('waiting', 'waiting@example.com');

    const registered = await register('one', 'unknown@example.com');
    expect(registered.statusCode).toBe(200);
    expect(await register('two', 'ACTIVE@example.com')).toEqual(registered);
    expect(await register('three', 'waiting@example.com')).toEqual(registered);

    const addresses = ['active@example.com', 'waiting@example.com', 'nobody@example.com'];
    for (const url of [
      '/api/auth/resend-verification',
      '/api/user/send-verification-code',
      '/api/guest/resend-code',
      '/api/guest/submit-email',
    ]) {
      const [known, waiting, unknown] = await Promise.all(addresses.map((email) => post(url, { email })));
      expect([url, unknown?.statusCode]).toEqual([url, 200]);
      expect([url, known, waiting]).toEqual([url, unknown, unknown]);
    }
  });
});

/** How many passwords a request hashes or compares, which dominates its duration. */
async function hashesFor(app: TestApp, request: () => Promise<LightMyRequestResponse>): Promise<number> {
  const before = app.hasher.load().done;
  const { statusCode } = await request();
  expect(statusCode).not.toBe(429);
  return app.hasher.load().done - before;
}

describe('Timing', () => {
  test('A sign-in compares one password, whether or not the account exists', async () => {
    const app = await startApp();
    for (const username of ['nobody', ...(await createAccounts(app))]) {
      const attempt = () => attemptSignIn(app, app.client(), { username, password: 'a guess' });
      expect([username, await hashesFor(app, attempt)]).toEqual([username, 1]);
    }
  });

  test('A registration hashes one password, whether or not the address has an account', async () => {
    const app = await startApp({ env: { SELF_REGISTRATION: 'true' } });
    await createAccount(app, { username: 'active', email: 'active@example.com' });
    for (const [username, email] of [
      ['one', 'unknown@example.com'],
      ['two', 'active@example.com'],
    ]) {
      const recaptchaToken = await captchaToken(app);
      const register = () =>
        app.client().post('/api/auth/register', { ...registration, username, email, recaptchaToken });
      expect([email, await hashesFor(app, register)]).toEqual([email, 1]);
    }
  });
});
