import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { expectUnsaid } from '../../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';

const OLD = 'mira@example.com';
const NEW = 'mira.kolb@example.net';

async function begun(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org', ...env } });
  const user = await createAccount(app, { email: OLD });
  const client = await signedIn(app);
  return { smtp, app, user, client };
}

const ask = (client: HttpClient, email = NEW) => client.post('/api/auth/email-change', { email });
const confirm = (client: HttpClient, code: string) => client.post('/api/auth/email-change/confirm', { code });
const waiting = async (client: HttpClient) => (await client.get('/api/auth/email-change')).json().waiting;
const addressOf = async (client: HttpClient) => (await client.get('/api/auth/user')).json().email;
const outcome = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error ?? null];
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Until it is written down that the mail server took the mail: the code's time runs from then on. */
const taken = (app: TestApp) =>
  until('the mail is taken', async () => {
    const row = await app.db.selectFrom('email_changes').select('accepted_at').executeTakeFirst();
    return row?.accepted_at != null;
  });

/** An account whose new address was confirmed with its code. */
async function changed() {
  const place = await begun();
  await ask(place.client);
  const code = codeIn(await place.smtp.mail(1));
  // With a dash and spaces, as some mail programs copy it.
  const answer = await confirm(place.client, ` ${code.slice(0, 3)}-${code.slice(3)} `);
  expect(answer.json()).toEqual({ email: NEW });
  return { ...place, code };
}

describe('A new email address of an account', () => {
  test('The code is sent to the new address, with what a reader needs to recognise the request', async () => {
    const { smtp, client } = await begun();
    expect((await ask(client)).json()).toEqual({ email: NEW, remainingMs: 300_000, triesLeft: 3 });
    const mail = await smtp.mail(1);
    expect(mail.to).toBe(NEW);
    expect(mail.subject).toBe('Confirm your new email address at Gatehouse');
    for (const part of ['the account mira at Gatehouse', "Wasn't it you?", 'Chrome on Linux', 'Enter the code only on'])
      expect(mail.text).toContain(part);
    expect(mail.text.trimEnd().split('\n').at(-1)).toBe(`@localhost #${codeIn(mail)}`);
    expect(mail.html).not.toContain('href');
    expect(await addressOf(client)).toBe(OLD);
  });

  test('The code makes the new address the address of the account', async () => {
    const { app, user, client } = await changed();
    expect(await addressOf(client)).toBe(NEW);
    expect(await waiting(client)).toBeNull();
    const row = await app.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ email: NEW, email_key: NEW });
    expect(row.search).toContain(NEW);
  });

  test('Both addresses are notified of the change, without a link and without the new address', async () => {
    const { smtp } = await changed();
    await smtp.mail(3);
    const notices = smtp.received.slice(1);
    expect(notices.map(({ to }) => to).sort()).toEqual([NEW, OLD].sort());
    for (const { text, html, subject } of notices) {
      expect(subject).toBe('Email address changed at Gatehouse');
      expect(text).toContain('contact the support team right away');
      expect(`${text}${html}`).not.toMatch(/https?:|href|www\./);
      expect(text).not.toContain(NEW);
    }
  });

  test('The log has the old and the new address, and the code is nowhere but in the email', async () => {
    const { app, code } = await changed();
    const entries = await app.db.selectFrom('activity').selectAll().where('action', '=', 'profile_update').execute();
    expect(entries.map(({ details }) => JSON.parse(details ?? ''))).toEqual([
      { change: 'own e-mail', from: OLD, to: NEW },
    ]);
    expectUnsaid(code, JSON.stringify([app.logged, entries, await app.db.selectFrom('outbox').selectAll().execute()]));
  });

  test('A code expires five minutes after the mail server accepted the email', async () => {
    const { smtp, app, client } = await begun();
    smtp.behaviour = 'slow';
    await ask(client);
    await until('the mail is on its way', () => smtp.waiting === 1);
    app.clock.advance(120_000);
    expect(await waiting(client)).toMatchObject({ remainingMs: 300_000 });
    smtp.release();
    await taken(app);
    app.clock.advance(299_000);
    expect(await waiting(client)).toMatchObject({ remainingMs: 1_000 });
    app.clock.advance(1_000);
    const answer = await confirm(client, codeIn(await smtp.mail(1)));
    expect(outcome(answer)).toEqual([400, 'code_refused']);
    expect(answer.json().message).toBe('Your code has expired. Please request a new one.');
    expect(await addressOf(client)).toBe(OLD);
    app.clock.advance(1);
    await app.sweep();
    expect(await waiting(client)).toBeNull();
  });

  test('A code is dead after three wrong tries, and with the next code', async () => {
    const { smtp, client } = await begun();
    await ask(client);
    const first = codeIn(await smtp.mail(1));
    const sentences: string[] = [];
    for (let tries = 0; tries < 4; tries += 1)
      sentences.push((await confirm(client, tries === 3 ? first : otherThan(first))).json().message);
    expect(sentences).toEqual([
      'The code is not correct. You have 2 tries left.',
      'The code is not correct. You have 1 try left.',
      'Too many wrong codes. Please request a new one.',
      'Too many wrong codes. Please request a new one.',
    ]);
    expect(await waiting(client)).toMatchObject({ triesLeft: 0 });

    await ask(client);
    const second = codeIn(await smtp.mail(2));
    await ask(client, 'third@example.net');
    const third = codeIn(await smtp.mail(3));
    expect(outcome(await confirm(client, second === third ? otherThan(third) : second))).toEqual([400, 'code_refused']);
    expect((await confirm(client, third)).json()).toEqual({ email: 'third@example.net' });
  });

  test('A pending email change can be cancelled', async () => {
    const { smtp, client } = await begun();
    await ask(client);
    const code = codeIn(await smtp.mail(1));
    expect((await client.request({ method: 'DELETE', url: '/api/auth/email-change' })).statusCode).toBe(200);
    expect(await waiting(client)).toBeNull();
    expect(outcome(await confirm(client, code))).toEqual([400, 'code_refused']);
  });

  test('Requests for a new address are rate-limited', async () => {
    const { app } = await begun();
    const outcomes: unknown[] = [];
    for (let address = 0; address < 6; address += 1) {
      // From somewhere else each time, which has limits of its own.
      const client = await signedIn(app);
      outcomes.push((await ask(client, `address-${address}@example.net`)).statusCode);
    }
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 429]);
    app.clock.advance(61 * 60_000);
    expect((await ask(await signedIn(app), 'later@example.net')).statusCode).toBe(200);
  });

  test('The new address must be valid and another one', async () => {
    const { client } = await begun();
    expect(outcome(await ask(client, OLD))).toEqual([400, 'bad_input']);
    for (const email of ['', 'no address', 'a@b', `${'x'.repeat(250)}@example.com`])
      expect(outcome(await ask(client, email))).toEqual([400, 'bad_input']);
    // The same mailbox, written as its owner prefers it.
    expect((await ask(client, 'Mira@example.com')).statusCode).toBe(200);
    for (const code of ['', '12345', '1'.repeat(65)])
      expect(outcome(await confirm(client, code))).toEqual([400, 'bad_input']);
  });

  test('An email change needs a recent step-up', async () => {
    const { app, client } = await begun();
    app.clock.advance(11 * 60_000);
    expect(outcome(await ask(client))).toEqual([403, 'fresh_proof_needed']);
    expect(await app.db.selectFrom('email_changes').selectAll().execute()).toEqual([]);
  });
});
