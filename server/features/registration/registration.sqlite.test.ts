import { describe, expect, test } from 'vitest';
import { attemptSignIn, captchaToken, createAccount } from '../../../tests/support/accounts.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { until } from '../../../tests/support/process.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';

const nina = {
  username: 'nina',
  password: 'a password of mine',
  email: 'nina@example.com',
  firstName: 'Nina',
  lastName: 'Berg',
};

async function registering() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SELF_REGISTRATION: 'true', SMTP_URL: smtp.url } });
  const browser = app.client();
  const post = async (path: string, body: object, client: HttpClient = browser) =>
    client.post(`/api/auth/${path}`, { recaptchaToken: await captchaToken(app), ...body });
  /** The code in the newest mail, once so many have arrived. */
  const code = async (mails: number) => {
    await until(`${mails} mails have arrived`, () => smtp.received.length >= mails);
    return /([A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec(smtp.received.at(-1)?.text ?? '')?.[0] as string;
  };
  return { app, smtp, post, code };
}

const usernames = async (app: TestApp) =>
  (await app.db.selectFrom('users').select('username').orderBy('username').execute()).map(({ username }) => username);

test('Registration is rejected unless it is switched on', async () => {
  const app = await startApp();
  const token = { recaptchaToken: await captchaToken(app) };
  for (const [path, body] of [
    ['register', nina],
    ['verify-email', { token: 'abcd' }],
    ['resend-verification', { email: nina.email }],
  ] as const) {
    const answer = await app.client().post(`/api/auth/${path}`, { ...body, ...token });
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'Accounts are created by the support team']);
  }
});

describe('Registration', () => {
  test('A registration becomes an account with the emailed code, once', async () => {
    const { app, smtp, post, code } = await registering();
    expect((await post('register', nina)).json()).toEqual({ emailVerificationRequired: true });
    expect(await usernames(app)).toEqual(['admin']);
    const signIn = () => attemptSignIn(app, app.client(), nina);
    expect((await signIn()).statusCode).toBe(401);
    const token = await code(1);
    const text = smtp.received[0]?.text as string;
    expect(text).toContain(`http://localhost:3000/auth/verify-email#token=${token}`);
    expect(text).toContain('the username "nina"');
    // A program that opens the link changes nothing: what is behind the "#" does not even reach the server.
    await app.client().get('/auth/verify-email');
    const wrong = await post('verify-email', { token: 'aaaa-bbbb-cccc-dddd' });
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'invalid_code']);
    expect((await post('verify-email', { token: ` ${token.replaceAll('-', '')} ` })).json()).toEqual({ success: true });
    expect((await post('verify-email', { token })).statusCode).toBe(400);
    expect((await signIn()).json()).toMatchObject({ username: 'nina', role: 'user', mustChangePassword: false });
    expect(app.logged.join('')).not.toMatch(new RegExp(`${token}|${nina.password}`));
  });

  test('A registration expires after a day, and a new code replaces the old one', async () => {
    const { app, post, code } = await registering();
    await post('register', nina);
    const first = await code(1);
    expect((await post('resend-verification', { email: 'NINA@example.com' })).json()).toEqual({ success: true });
    const second = await code(2);
    expect((await post('verify-email', { token: first })).statusCode).toBe(400);
    app.clock.advance(24 * 60 * 60 * 1000);
    expect((await post('verify-email', { token: second })).statusCode).toBe(400);
    expect((await post('resend-verification', { email: nina.email })).json()).toEqual({ success: true });
    expect(await usernames(app)).toEqual(['admin']);
  });

  test('A registration reveals nothing to strangers; the owner of a known address gets an email', async () => {
    const { app, smtp, post } = await registering();
    await createAccount(app, { username: 'other', email: 'nina@example.com' });
    expect((await post('register', nina)).json()).toEqual({ emailVerificationRequired: true });
    await until('the owner has mail', () => smtp.received.length === 1);
    expect(smtp.received[0]?.text).toContain('You already have one');
    expect((await post('resend-verification', { email: 'nobody@example.com' })).json()).toEqual({ success: true });
    await app.outbox.work();
    expect(smtp.received).toHaveLength(1);
  });

  test('The first of two registrations gets the name', async () => {
    const { app, post, code } = await registering();
    await post('register', nina);
    const first = await code(1);
    const faster = app.client();
    await post('register', { ...nina, email: 'second@example.com' }, faster);
    const second = await code(2);
    expect((await post('verify-email', { token: second }, faster)).statusCode).toBe(200);
    const late = await post('verify-email', { token: first });
    expect([late.statusCode, late.json().error]).toEqual([409, 'username_taken']);
    expect(await usernames(app)).toEqual(['admin', 'nina']);
  });

  test('Each registration needs a captcha, and emails are limited', async () => {
    const { app, post } = await registering();
    const client = app.client();
    const used = { recaptchaToken: await captchaToken(app) };
    expect((await post('register', { ...nina, ...used, username: 'admin' }, client)).json().error).toBe(
      'username_taken',
    );
    expect((await post('register', { ...nina, ...used }, client)).json().error).toBe('captcha_refused');
    for (let mail = 0; mail < 3; mail += 1)
      expect((await post('register', { ...nina, email: `n${mail}@example.com` }, client)).statusCode).toBe(200);
    const limited = await post('register', { ...nina, email: 'n4@example.com' }, client);
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '60']);
  });

  test('An invalid registration is rejected with a sentence', async () => {
    const { post } = await registering();
    for (const [change, message] of [
      [{ password: 'too short' }, 'New password must be at least 10 characters'],
      [{ password: 'password123' }, 'This password is too common. Please choose another one.'],
      [{ email: 'nonsense' }, 'Please enter a valid email address'],
      [{ username: ' ' }, 'Please enter a username'],
      [{ recaptchaToken: '' }, 'Please complete the captcha verification'],
    ] as const) {
      const answer = await post('register', { ...nina, ...change });
      expect([change, answer.statusCode, answer.json().message]).toEqual([change, 400, message]);
    }
  });
});
