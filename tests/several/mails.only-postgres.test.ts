import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Db } from '../../server/db/tables.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import { TestSmtp } from '../support/smtp.ts';
import type { Visitor } from '../support/visitor.ts';

/** A process that has said nothing about a mail for so long counts as dead. */
const CLAIMED_FOR_MS = 15_000;
const HELD = 'held@example.com';

let two: Several;
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await TestSmtp.listening();
  smtp.behaviour = 'slow';
  smtp.isSlowFor = (recipient) => recipient === HELD;
  // So many that a busy machine, which sends slowly, asks nobody for a captcha.
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

// Two of them wait for real seconds, by the clock of the database; so they wait at the same time.
describe.concurrent('a mail', () => {
  test('is sent once, also when sixty are asked for at once', async ({ expect }) => {
    const addresses = Array.from({ length: 60 }, (_, index) => `one-of-many-${index}@example.com`);
    const answers = await Promise.all(addresses.map((email) => askForMail(two.visitor(), email)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
    const rows = () => two.db.selectFrom('outbox').select('state').where('recipient', 'in', addresses).execute();
    await until('all are sent', async () => (await rows()).every(({ state }) => state === 'sent'));
    const received = smtp.received.map(({ to }) => to).filter((to) => addresses.includes(to));
    expect(received.sort()).toEqual(addresses.sort());
  });

  test('stays with the process that sends it, however slow the mail server is', async ({ expect }) => {
    await askForMail(two.visitor(), HELD);
    await until('it is being sent', () => smtp.waiting === 1);
    const { claimed_until: firstEnd } = await mailTo(two.db, HELD);
    await until(
      'its process has claimed it again after its first claim had ended',
      async () => Number((await mailTo(two.db, HELD)).claimed_until) > Number(firstEnd) + CLAIMED_FOR_MS,
    );
    expect(await mailTo(two.db, HELD)).toMatchObject({ state: 'sending', attempts: 1 });
    smtp.release();
    await until('it is sent', async () => (await mailTo(two.db, HELD)).state === 'sent');
    expect(smtp.received.filter(({ to }) => to === HELD)).toHaveLength(1);
  });

  test('that a killed process was sending is sent by another one, once', async ({ expect, onTestFinished }) => {
    const email = 'taken-over@example.com';
    const slow = await TestSmtp.listening();
    onTestFinished(() => slow.close());
    slow.behaviour = 'slow';
    const pair = await Several.start(2, { SMTP_URL: slow.url });
    onTestFinished(() => pair.close());
    const [victim, survivor] = [pair.server(0), pair.server(1)];
    // It stands still for a moment, so that it is the other one that sends the mail.
    survivor.kill('SIGSTOP');
    expect((await askForMail(pair.at(0), email)).status).toBe(200);
    await until('it is being sent', () => slow.waiting === 1);
    survivor.kill('SIGCONT');
    victim.kill('SIGKILL');
    await until('the mail server has noticed', () => slow.abandoned === 1);
    slow.behaviour = 'accept';
    slow.release();
    const isSent = async () => (await mailTo(pair.db, email)).state === 'sent';
    await until('it is sent', isSent);
    expect(await mailTo(pair.db, email)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(slow.received.filter(({ to }) => to === email)).toHaveLength(1);
  });
});
