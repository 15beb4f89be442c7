import { describe, expect, test } from 'vitest';
import { captchaToken, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/process.ts';
import { wordsOf } from '../support/secrecy.ts';
import { TestSmtp } from '../support/smtp.ts';

async function portal(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, ...env } });
  return { smtp, app, admin: await signedIn(app, ADMIN) };
}

const HOUR_MS = 60 * 60 * 1000;
const RULE = 'Each admin can send 50 passwords a day by email, all admins together 500.';

const importCsv = (client: HttpClient, text: string, query: string) =>
  client.request({
    method: 'POST',
    url: `/api/admin/users/import?${query}`,
    headers: { 'content-type': 'text/csv' },
    payload: text,
  });

const linesOf = (count: number, name: string) =>
  [
    'username,email',
    ...Array.from({ length: count }, (_, index) => `${name}${index},${name}${index}@example.com`),
  ].join('\n');

describe('Names in an email', () => {
  /** Messages, links and phone numbers in place of a name. */
  const messages = [
    'Your account is locked, call +1 555 0100',
    'http://evil.example/login',
    'evil-portal.com',
    '555-010-0199',
    'mira@evil.example',
    'Dear customer: verify now',
  ];

  test('An email about a new account or a reset leaves out a username that is a message or link', async () => {
    const { smtp, admin } = await portal();
    for (const [index, username] of messages.entries()) {
      const account = { username, firstName: username, lastName: username, email: `victim${index}@example.com` };
      const made = await admin.post('/api/admin/users', { ...account, sendByMail: true });
      expect(made.statusCode, made.body).toBe(200);
      const first = await smtp.mail(2 * index + 1);
      await admin.post(`/api/admin/users/${made.json().id}/reset-password`, { sendByMail: true });
      const second = await smtp.mail(2 * index + 2);
      for (const mail of [first, second]) {
        expect(wordsOf(mail)).not.toContain(username);
        expect(wordsOf(mail)).not.toMatch(/evil|555|locked|customer/);
        expect(mail.text).toContain('Username: please ask the support team for it');
      }
    }
    await admin.post('/api/admin/users', { username: 'mira.kolb', email: 'mira@example.com', sendByMail: true });
    expect((await smtp.mail(2 * messages.length + 1)).text).toContain('Username (without the space): mira .kolb\n');
  });

  test('An email about a registration leaves out a username that is a link or phone number', async () => {
    const { smtp, app } = await portal({ SELF_REGISTRATION: 'true' });
    const usernames = ['evil-portal.com', '555-010-0199', 'mira.kolb', 'evil.photography'];
    for (const [index, username] of usernames.entries()) {
      const answer = await app.client().post('/api/auth/register', {
        username,
        password: 'a password of mine',
        email: `victim${index}@example.com`,
        firstName: 'evil-portal.com',
        lastName: '+1 555 0100',
        recaptchaToken: await captchaToken(app),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const mail = await smtp.mail(index + 1);
      // The space keeps mail programs from turning it into a link.
      const name = username.replace('.', ' .');
      if (index >= 2) {
        expect(mail.text).toContain(`You asked for an account with the username "${name}".\n`);
        expect(wordsOf(mail)).not.toContain(username);
      } else {
        expect(mail.text).toContain('You asked for an account.\n');
        expect(wordsOf(mail)).not.toMatch(/evil|555/);
      }
    }
  });
});

describe('Passwords by email', () => {
  test('An admin can email fifty passwords a day: new accounts, resets and imports together', async () => {
    const { smtp, app, admin } = await portal();
    expect((await importCsv(admin, linesOf(48, 'a'), 'sendByMail=true')).json()).toMatchObject({ good: 48 });
    const make = (username: string, client = admin) =>
      client.post('/api/admin/users', { username, email: `${username}@example.com`, sendByMail: true });
    const { id } = (await make('b')).json();
    const reset = () => admin.post(`/api/admin/users/${id}/reset-password`, { sendByMail: true });

    // One too many: the dry run and the import are refused before anything happens.
    for (const query of ['dryRun=true&sendByMail=true', 'sendByMail=true']) {
      const answer = await importCsv(admin, linesOf(2, 'c'), query);
      expect([answer.statusCode, answer.json().error, answer.json().message]).toEqual([
        429,
        'mail_limit',
        `This file would send 2 passwords by email, and 1 can be sent today. ${RULE}`,
      ]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await admin.get('/api/admin/users?q=c0')).json()).toEqual([]);

    expect((await reset()).statusCode).toBe(200);
    for (const refused of [await reset(), await make('d')])
      expect([refused.statusCode, refused.json().error, refused.json().message]).toEqual([
        429,
        'mail_limit',
        `No more passwords can be sent by email for now. ${RULE}`,
      ]);
    // No account was created.
    expect((await admin.get('/api/admin/users?q=d%40example.com')).json()).toEqual([]);
    // A reset without an email works, and so does an email by another admin.
    expect((await admin.post(`/api/admin/users/${id}/reset-password`)).statusCode).toBe(200);
    await createAccount(app, { username: 'second', role: 'admin' });
    expect((await make('d', await signedIn(app, { username: 'second' }))).statusCode).toBe(200);
    await until('the email has arrived', () => smtp.received.some(({ to }) => to === 'd@example.com'));

    app.clock.advance(24 * HOUR_MS);
    expect((await make('e', await signedIn(app, ADMIN))).statusCode).toBe(200);
  });

  test('All admins together can email five hundred passwords a day', async () => {
    const { app } = await portal();
    for (let index = 0; index < 10; index += 1) {
      await createAccount(app, { username: `admin${index}`, role: 'admin' });
      const admin = await signedIn(app, { username: `admin${index}` });
      const answer = await importCsv(admin, linesOf(50, `u${index}x`), 'sendByMail=true');
      expect(answer.json()).toMatchObject({ good: 50 });
    }
    await createAccount(app, { username: 'last', role: 'admin' });
    const last = await signedIn(app, { username: 'last' });
    const file = await importCsv(last, linesOf(1, 'z'), 'dryRun=true&sendByMail=true');
    expect(file.json().message).toContain('and 0 can be sent today');
    const account = { username: 'z', email: 'z@example.com', sendByMail: true };
    expect((await last.post('/api/admin/users', account)).json().error).toBe('mail_limit');
  });
});
