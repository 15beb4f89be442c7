import { describe, expect, test } from 'vitest';
import { captchaToken, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

const HONEST = 'honest@example.com';
/** Emails that are sent in parallel, and so have started before the next guest comes. */
const UNDERWAY = 5;
/** Few enough that each gets a database connection in time on a busy machine. */
const AT_ONCE = 40;

async function portal(emailsPerMinute: number) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: String(emailsPerMinute) } });
  return { app, smtp };
}

const ask = (app: TestApp, ip: string, email: string, recaptchaToken?: string) =>
  app.client({ ip }).post('/api/user/send-verification-code', { email, recaptchaToken });

const waiting = async (app: TestApp) =>
  (await app.db.selectFrom('outbox').select('id').where('state', '=', 'queued').execute()).length;

/** Asks for so many emails, some at a time. */
async function flood(app: TestApp, count: number, ipOf: (index: number) => string, name: string) {
  const statuses: number[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => start + index);
    const answers = await Promise.all(some.map((index) => ask(app, ipOf(index), `${name}${index}@example.com`)));
    statuses.push(...answers.map(({ statusCode }) => statusCode));
  }
  return statuses;
}

/** Releases the mail server until this email has arrived; returns how many arrived before it. */
async function placeOf(app: TestApp, smtp: TestSmtp, recipient: string): Promise<number> {
  const before = smtp.received.length;
  const place = () => smtp.received.findIndex(({ to }) => to === recipient);
  await until('the email has arrived', () => {
    smtp.release();
    app.clock.advance(50);
    app.outbox.wake();
    return place() >= 0;
  });
  smtp.behaviour = 'accept';
  smtp.release();
  return place() - before;
}

describe('A long queue of emails for a slow mail server', () => {
  test("A flood from a whole /48 does not delay another guest's email", async () => {
    const { app, smtp } = await portal(20_000);
    smtp.behaviour = 'slow';
    const statuses = await flood(app, 1_500, (index) => `2001:db8:1:${index.toString(16)}::1`, 'junk');
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect(await waiting(app)).toBeGreaterThanOrEqual(1_500 - UNDERWAY);
    await ask(app, '203.0.113.7', HONEST);
    expect(await placeOf(app, smtp, HONEST)).toBeLessThanOrEqual(2 * UNDERWAY);
  });

  test("A flood from a hundred networks does not delay another guest's email", async () => {
    const { app, smtp } = await portal(20_000);
    // Each is in another /24 and has sent one email before.
    const ipOf = (index: number) => `198.${index % 100}.7.1`;
    await flood(app, 100, ipOf, 'early');
    await smtp.mail(100);
    smtp.behaviour = 'slow';
    for (let round = 0; round < 8; round += 1) {
      app.clock.advance(60_000 / 2);
      await flood(app, 200, ipOf, `junk${round}-`);
    }
    expect(await waiting(app)).toBeGreaterThanOrEqual(1_100);
    await ask(app, '203.0.113.7', HONEST);
    expect(await placeOf(app, smtp, HONEST)).toBeLessThanOrEqual(2 * UNDERWAY);
  });
});

describe('A queue longer than the rate of emails', () => {
  test('A queue of some seconds requires a captcha, and an email with a captcha goes first', async () => {
    const { app, smtp } = await portal(50);
    smtp.behaviour = 'slow';
    const statuses = await flood(app, 250, (index) => `2001:db8:${index.toString(16)}:1::1`, 'junk');
    const refusals = statuses.filter((status) => status === 429).length;
    expect(await waiting(app)).toBeGreaterThanOrEqual(30 - UNDERWAY);
    // The queue is counted with a delay, so requests that arrive together all pass.
    await until(
      'the queue is counted',
      async () => (await ask(app, '203.0.113.7', HONEST)).json().error === 'captcha_needed',
    );
    expect(refusals).toBeGreaterThan(100);
    const refused = await ask(app, '203.0.113.7', HONEST);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await ask(app, '203.0.113.7', HONEST, await captchaToken(app))).statusCode).toBe(200);
    expect(await placeOf(app, smtp, HONEST)).toBeLessThanOrEqual(2 * UNDERWAY);
  });

  test('A queue of ten minutes refuses all guests, but staff can still email a user', async () => {
    const { app, smtp } = await portal(10);
    smtp.behaviour = 'slow';
    const admin = await signedIn(app, ADMIN);
    const user = await createAccount(app, { email: 'user@example.com' });
    await ask(app, '192.0.2.1', 'first@example.com');
    const first = await app.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 120 }, (_, index) => ({
      ...first,
      id: `junk-${index}`,
      state: 'queued' as const,
      turn: 1_000_010 + index,
    }));
    await app.db.insertInto('outbox').values(rows).execute();
    await until('the queue is counted', async () => (await ask(app, '203.0.113.7', HONEST)).statusCode === 503);
    const full = await ask(app, '203.0.113.7', HONEST, await captchaToken(app));
    expect([full.statusCode, full.json().error, full.headers['retry-after']]).toEqual([503, 'busy', '60']);

    await admin.post(`/api/admin/users/${user.id}/reset-password`, { sendByMail: true });
    app.clock.advance(60_000);
    expect(await placeOf(app, smtp, 'user@example.com')).toBeLessThanOrEqual(UNDERWAY);

    // Expired codes are not sent and use up nothing of the rate.
    const before = smtp.received.length;
    app.clock.advance(600_000);
    await app.outbox.work();
    await expect.poll(() => waiting(app)).toBe(0);
    const late = 'late@example.com';
    await until('the queue is counted', async () => (await ask(app, '203.0.113.8', late)).statusCode === 200);
    await until('the late email has arrived', () => smtp.received.some(({ to }) => to === late));
    expect(smtp.received.length - before).toBeLessThanOrEqual(UNDERWAY + 1);
    const erased = app.db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'expired')
      .where('sealed', 'is not', null);
    expect(await erased.execute()).toEqual([]);
  });
});

test("An import of many users does not delay a guest's email", async () => {
  const { app, smtp } = await portal(2_000);
  smtp.behaviour = 'slow';
  const admin = await signedIn(app, ADMIN);
  const lines = Array.from({ length: 50 }, (_, index) => `user${index},user${index}@example.com`);
  const imported = await admin.request({
    method: 'POST',
    url: '/api/admin/users/import?sendByMail=true',
    headers: { 'content-type': 'text/csv' },
    payload: ['username,email', ...lines].join('\n'),
  });
  expect(imported.json().good).toBe(50);
  expect(await waiting(app)).toBeGreaterThanOrEqual(50 - UNDERWAY);
  await ask(app, '203.0.113.7', HONEST);
  expect(await placeOf(app, smtp, HONEST)).toBeLessThanOrEqual(2 * UNDERWAY + 2);
});

test('The outbox sends no more emails a minute than MAIL_RATE', async () => {
  const { app, smtp } = await portal(20);
  for (let index = 0; index < 30; index += 1)
    expect((await ask(app, `192.0.2.${index + 1}`, `guest${index}@example.com`)).statusCode).toBe(200);
  await until('the first emails have arrived', () => smtp.received.length >= 4);
  for (let second = 0; second < 59; second += 1) {
    app.clock.advance(1_000);
    await app.outbox.work();
  }
  const sentOf = () => app.db.selectFrom('outbox').select('id').where('state', '=', 'sent').execute();
  await until('none is being sent', async () => (await sentOf()).length === smtp.received.length);
  expect(smtp.received.length).toBeLessThanOrEqual(20);
  expect(smtp.received.length).toBeGreaterThanOrEqual(16);
  for (let second = 0; second < 120; second += 1) {
    app.clock.advance(1_000);
    await app.outbox.work();
  }
  await until('all emails have arrived', () => smtp.received.length === 30);
});
