import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { attemptSignIn, captchaToken, createAccount } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { TestSmtp } from '../support/smtp.ts';
import { told } from '../support/told.ts';

/** Accounts of every kind that a name can belong to. */
async function somebodyOfEachKind(app: TestApp): Promise<string[]> {
  await createAccount(app, { username: 'active', email: 'active@example.com' });
  await createAccount(app, { username: 'suspended', status: 'suspended' });
  await createAccount(app, { username: 'asked-again', status: 'needs_auth' });
  await createAccount(app, { username: 'second-admin', role: 'admin' });
  // As staff make one: its password is hashed at the first sign-in.
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

describe('by what is answered', () => {
  test('a sign-in tells nobody whether there is an account, nor of what kind', async () => {
    const app = await startApp();
    const names = await somebodyOfEachKind(app);
    const attempt = (username: string) => attemptSignIn(app, app.client(), { username, password: 'a guess' });
    const unknown = told(await attempt('nobody'));
    expect(unknown.statusCode).toBe(401);
    for (const name of names) expect([name, told(await attempt(name))]).toEqual([name, unknown]);
    // And neither does the wait after five failures.
    const guessed = ['active', 'suspended', 'nobody'];
    for (const name of guessed) await Promise.all(Array.from({ length: 4 }, () => attempt(name)));
    const waiting = told(await attempt('nobody'));
    expect(waiting.statusCode).toBe(429);
    for (const name of guessed) expect([name, told(await attempt(name))]).toEqual([name, waiting]);
  });

  test('an address is told from none only to its owner', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url, SELF_REGISTRATION: 'true' } });
    await createAccount(app, { username: 'active', email: 'active@example.com' });
    const post = async (url: string, body: object) =>
      told(await app.client().post(url, { ...body, recaptchaToken: await captchaToken(app) }));
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

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] as number;

const SAMPLES = 11;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Does what must not be measured, and answers what must. */
type Way = () => Promise<() => Promise<LightMyRequestResponse>>;
type Ways = Record<string, Way>;

/**
 * Which of them take another time than the first. The samples are taken in turn, so that a busy machine slows all down
 * alike; the hash that must not be missing takes several times as long as everything else.
 */
async function outliers(app: TestApp, ways: Ways): Promise<string[]> {
  const measured = Object.entries(ways).map(([name, way]) => ({ name, way, times: [] as number[] }));
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // Yesterday's failures and mails are forgotten, so nothing is refused for being too much.
    app.clock.advance(DAY_MS);
    for (const { name, way, times } of measured) {
      const request = await way();
      const begun = performance.now();
      const { statusCode } = await request();
      times.push(performance.now() - begun);
      expect([name, statusCode]).not.toEqual([name, 429]);
    }
  }
  const usual = median(measured[0]?.times ?? []);
  return measured
    .filter(({ times }) => median(times) < usual * 0.6 || median(times) > usual * 1.6)
    .map(({ name }) => name);
}

/** A machine may stumble; what differs three times does so for a reason. */
async function expectTheSameTime(app: TestApp, ways: Ways): Promise<void> {
  let different = await outliers(app, ways);
  for (let again = 0; again < 2 && different.length > 0; again += 1) {
    const once = different;
    different = (await outliers(app, ways)).filter((name) => once.includes(name));
  }
  expect(different).toEqual([]);
}

describe('by the time that it takes', () => {
  const posts =
    (app: TestApp, url: string, body: () => object): Way =>
    async () => {
      const payload = { ...body(), recaptchaToken: await captchaToken(app) };
      return () => app.client().post(url, payload);
    };

  test('a sign-in takes as long for nobody as for anybody', async () => {
    const app = await startApp();
    await somebodyOfEachKind(app);
    const names = ['nobody', 'active', 'suspended', 'fresh'];
    const way = (username: string) => posts(app, '/api/auth/login', () => ({ username, password: 'a guess' }));
    await expectTheSameTime(app, Object.fromEntries(names.map((name) => [name, way(name)])));
  });

  test('a registration takes as long for an address with an account as for one without', async () => {
    const app = await startApp({ env: { SELF_REGISTRATION: 'true' } });
    await createAccount(app, { username: 'active', email: 'active@example.com' });
    const way = (email: string) =>
      posts(app, '/api/auth/register', () => ({ ...registration, username: `new-${randomUUID()}`, email }));
    await expectTheSameTime(app, { unknown: way('unknown@example.com'), known: way('active@example.com') });
  });
});
