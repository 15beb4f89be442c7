import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Db } from '../../server/db/tables.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import { TestSmtp } from '../support/smtp.ts';
import type { Visitor } from '../support/visitor.ts';

/** The lease of a process on an email; without renewal it counts as dead. */
const LEASE_MS = 15_000;
const HELD = 'held@example.com';

let two: Several;
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await TestSmtp.listening();
  smtp.behaviour = 'slow';
  smtp.isSlowFor = (recipient) => recipient === HELD;
  // A rate so high that no captcha is required even if a busy machine sends slowly.
  two = await Several.start(2, { SMTP_URL: smtp.url, MAIL_RATE: '6000' });
});

afterAll(async () => {
  await two?.close();
  await smtp?.close();
});

const askForMail = (visitor: Visitor, email: string) =>
  visitor.ask('POST', '/api/user/send-verification-code', { email });
const mailTo = (db: Db, email: string) =>
  db
    .selectFrom('outbox')
    .select(['state', 'attempts', 'claimed_until'])
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();

// Two of these wait for real seconds by the database's clock, so they run at the same time.
describe.concurrent('An email', () => {
  test('Each of sixty emails requested at once is sent once', async ({ expect }) => {
    const addresses = Array.from({ length: 60 }, (_, index) => `one-of-many-${index}@example.com`);
    const answers = await Promise.all(addresses.map((email) => askForMail(two.visitor(), email)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
    const rows = () => two.db.selectFrom('outbox').select('state').where('recipient', 'in', addresses).execute();
    await until('all are sent', async () => (await rows()).every(({ state }) => state === 'sent'));
    const received = smtp.received.map(({ to }) => to).filter((to) => addresses.includes(to));
    expect(received.sort()).toEqual(addresses.sort());
  });

  detail('A process renews its lease on an email while the mail server is slow', async ({ expect }) => {
    await askForMail(two.visitor(), HELD);
    await until('the email is being sent', () => smtp.waiting === 1);
    const { claimed_until: firstEnd } = await mailTo(two.db, HELD);
    await until(
      'the process has renewed its lease',
      async () => Number((await mailTo(two.db, HELD)).claimed_until) > Number(firstEnd) + LEASE_MS,
    );
    expect(await mailTo(two.db, HELD)).toMatchObject({ state: 'sending', attempts: 1 });
    smtp.release();
    await until('the email is sent', async () => (await mailTo(two.db, HELD)).state === 'sent');
    expect(smtp.received.filter(({ to }) => to === HELD)).toHaveLength(1);
  });

  detail('Another process sends the email of a killed one, once', async ({ expect, onTestFinished }) => {
    const email = 'taken-over@example.com';
    const slow = await TestSmtp.listening();
    onTestFinished(() => slow.close());
    slow.behaviour = 'slow';
    const pair = await Several.start(2, { SMTP_URL: slow.url });
    onTestFinished(() => pair.close());
    const [victim, survivor] = [pair.server(0), pair.server(1)];
    // The survivor is paused, so that the other process takes the email.
    survivor.kill('SIGSTOP');
    expect((await askForMail(pair.at(0), email)).status).toBe(200);
    await until('the email is being sent', () => slow.waiting === 1);
    survivor.kill('SIGCONT');
    victim.kill('SIGKILL');
    await until('the mail server has lost the connection', () => slow.abandoned === 1);
    slow.behaviour = 'accept';
    slow.release();
    const isSent = async () => (await mailTo(pair.db, email)).state === 'sent';
    await until('the email is sent', isSent);
    expect(await mailTo(pair.db, email)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(slow.received.filter(({ to }) => to === email)).toHaveLength(1);
  });
});
