import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { type HttpClient, visibleAnswer } from '../support/http-client.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const OWN = 'mira@example.com';
const THEIRS = 'victim@example.com';

async function attacked() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' } });
  const mira = await createAccount(app, { email: OWN });
  const victim = await createAccount(app, { username: 'victim', email: THEIRS });
  const addresses = async () =>
    Object.fromEntries(
      (await app.db.selectFrom('users').select(['username', 'email']).where('role', '=', 'user').execute()).map(
        ({ username, email }) => [username, email],
      ),
    );
  return { smtp, app, mira, victim, addresses };
}

/** Waits for the latest code that was emailed to an address. */
async function codeTo(smtp: TestSmtp, address: string): Promise<string> {
  const mails = () => smtp.received.filter(({ to, subject }) => to === address && subject.startsWith('Confirm'));
  await until(`a code for ${address} has arrived`, () => mails().length > 0);
  const mail = mails().at(-1);
  return mail === undefined ? '' : codeIn(mail);
}

const UNCHANGED = { mira: OWN, victim: THEIRS };
const ask = (client: HttpClient, email: string) => client.post('/api/auth/email-change', { email });
const confirm = (client: HttpClient, code: string) => client.post('/api/auth/email-change/confirm', { code });
const outcome = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error ?? null];
const REFUSED = [400, 'code_refused'];

describe('An address that is already in use', () => {
  test('The answer does not reveal that an address is in use before the emailed code is entered', async () => {
    const { smtp, app, addresses } = await attacked();
    const [free, taken] = [await signedIn(app), await signedIn(app)];
    // Both addresses have the same length, so the answers differ in nothing but the address.
    const answers = [await ask(free, 'nobody@example.com'), await ask(taken, THEIRS)];
    const [one, other] = answers.map((answer) => ({
      ...visibleAnswer(answer),
      body: answer.body.replace(/[\w.]+@example.com/, 'address'),
    }));
    expect({ ...one, headers: { ...one?.headers, 'content-length': '' } }).toEqual({
      ...other,
      headers: { ...other?.headers, 'content-length': '' },
    });
    const code = await codeTo(smtp, THEIRS);
    expect(smtp.received.find(({ to }) => to === THEIRS)?.text).toContain(
      'Someone who is signed in to the account mira',
    );
    const wrong = await confirm(taken, code === '000000' ? '000001' : '000000');
    expect(outcome(wrong)).toEqual(REFUSED);
    expect(outcome(await confirm(taken, code))).toEqual([409, 'email_taken']);
    // The code is used up.
    expect(outcome(await confirm(taken, code))).toEqual(REFUSED);
    expect(await addresses()).toEqual(UNCHANGED);
  });

  test('Of two users who confirm one address at once, one gets it', async () => {
    const { smtp, app, addresses } = await attacked();
    await createAccount(app, { username: 'other', email: 'other@example.com' });
    const clients = [await signedIn(app), await signedIn(app, { username: 'other' })];
    const codes: string[] = [];
    for (const client of clients) {
      expect((await ask(client, 'wanted@example.com')).statusCode).toBe(200);
      codes.push(codeIn(await smtp.mail(codes.length + 1)));
    }
    const answers = await Promise.all(clients.map((client, at) => confirm(client, codes[at] as string)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(Object.values(await addresses()).filter((email) => email === 'wanted@example.com')).toHaveLength(1);
  });
});

test('Twenty simultaneous guesses use up the tries of a code', async () => {
  const { smtp, app, addresses } = await attacked();
  const client = await signedIn(app);
  await ask(client, 'new@example.com');
  const code = await codeTo(smtp, 'new@example.com');
  const guesses = Array.from({ length: 20 }, (_, at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'));
  const sentences = (await Promise.all(guesses.map((guess) => confirm(client, guess)))).map(
    (answer) => answer.json().message as string,
  );
  expect(sentences.filter((sentence) => sentence.startsWith('The code is not correct'))).toHaveLength(2);
  expect(outcome(await confirm(client, code))).toEqual(REFUSED);
  expect(await addresses()).toEqual(UNCHANGED);
});

test('A right code changes the address once, however often it is sent', async () => {
  const { smtp, app, addresses } = await attacked();
  const client = await signedIn(app);
  await ask(client, 'new@example.com');
  const code = await codeTo(smtp, 'new@example.com');
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(client, code)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400]);
  const changes = await app.db.selectFrom('activity').select('id').where('action', '=', 'profile_update').execute();
  expect(changes).toHaveLength(1);
  // The used code stays refused for a later change.
  await ask(client, OWN);
  await app.db.updateTable('users').set({ email: OWN, email_key: OWN }).where('username', '=', 'mira').execute();
  expect(outcome(await confirm(client, code))).toEqual(REFUSED);
  expect(await addresses()).toEqual(UNCHANGED);
});

describe('A code to confirm an address', () => {
  test('A code works only in the session that asked for it', async () => {
    const { smtp, app, addresses } = await attacked();
    const [client, elsewhere] = [await signedIn(app), await signedIn(app)];
    await ask(client, 'new@example.com');
    const code = await codeTo(smtp, 'new@example.com');
    for (const thief of [elsewhere, await signedIn(app, { username: 'victim' }), await signedIn(app, ADMIN)]) {
      expect((await thief.get('/api/auth/email-change')).json()).toEqual({ waiting: null });
      expect(outcome(await confirm(thief, code))).toEqual(REFUSED);
      await thief.request({ method: 'DELETE', url: '/api/auth/email-change' });
    }
    expect(outcome(await confirm(app.client(), code))).toEqual([401, 'not_signed_in']);
    expect(await addresses()).toEqual(UNCHANGED);
    // The other sessions used up no tries.
    expect((await confirm(client, code)).statusCode).toBe(200);
  });

  test.for<[string, (client: HttpClient, elsewhere: HttpClient) => Promise<unknown>]>([
    ['a sign-out', (client) => client.post('/api/auth/logout')],
    ['a sign-out from elsewhere', (_, other) => other.request({ method: 'DELETE', url: '/api/auth/sessions' })],
    [
      'a change of the password elsewhere',
      (_, other) =>
        other.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'the owner is back again' }),
    ],
  ])('A code stops working after %s', async ([, leave]) => {
    const { smtp, app, addresses } = await attacked();
    const [client, elsewhere] = [await signedIn(app), await signedIn(app)];
    await ask(client, 'thief@example.com');
    const code = await codeTo(smtp, 'thief@example.com');
    await leave(client, elsewhere);
    expect(outcome(await confirm(client, code))).toEqual([401, 'not_signed_in']);
    expect(outcome(await confirm(elsewhere, code))).toEqual(REFUSED);
    expect(await app.db.selectFrom('email_changes').selectAll().execute()).toEqual([]);
    expect(await addresses()).toEqual(UNCHANGED);
  });

  test('A confirmation that races with the end of its session changes the address or is refused', async () => {
    const { smtp, app, addresses } = await attacked();
    for (let round = 1; round <= 3; round += 1) {
      const [client, elsewhere] = [await signedIn(app), await signedIn(app)];
      const wanted = `race-${round}@example.com`;
      const before = await addresses();
      await ask(client, wanted);
      const code = await codeTo(smtp, wanted);
      const [answer] = await Promise.all([
        confirm(client, code),
        elsewhere.request({ method: 'DELETE', url: '/api/auth/sessions' }),
      ]);
      expect([200, 400, 401]).toContain(answer.statusCode);
      expect((await addresses()).mira).toBe(answer.statusCode === 200 ? wanted : before.mira);
    }
  });
});

test('A request for a code that races with the end of its session leaves nothing behind', async () => {
  const { app, addresses } = await attacked();
  for (let round = 0; round < 3; round += 1) {
    const [client, elsewhere] = [await signedIn(app), await signedIn(app)];
    const [answer] = await Promise.all([
      ask(client, `race-${round}@example.com`),
      elsewhere.request({ method: 'DELETE', url: '/api/auth/sessions' }),
    ]);
    expect([200, 401]).toContain(answer.statusCode);
    expect(await app.db.selectFrom('email_changes').selectAll().execute()).toEqual([]);
  }
  expect(await addresses()).toEqual(UNCHANGED);
});

test('A session without a recent step-up cannot change the address', async () => {
  const { app, addresses } = await attacked();
  const client = await signedIn(app);
  app.clock.advance(11 * 60_000);
  expect(outcome(await ask(client, 'thief@example.com'))).toEqual([403, 'fresh_proof_needed']);
  expect(await app.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  expect(await addresses()).toEqual(UNCHANGED);
});
