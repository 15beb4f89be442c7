import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { migratedDatabase } from '../../../tests/support/database.ts';
import {
  exchangeReport,
  eximReport,
  gmailReport,
  postfixReport,
  type Returned,
} from '../../../tests/support/delivery-reports.ts';
import { detail, someOf } from '../../../tests/support/detail.ts';
import { askForCode, guestInFlow } from '../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { IMAP_PASSWORD, TestImap } from '../../../tests/support/imap.ts';
import { until } from '../../../tests/support/process.ts';
import {
  kindsRead,
  MAIL_FROM,
  mailFailures,
  mailTo,
  portalWithMailbox,
  sentMail,
  untilRead,
} from '../../../tests/support/returned-mail.ts';
import { expectUnsaid } from '../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../tests/support/smtp.ts';
import { newId } from '../../db/ids.ts';
import { guestKey } from '../../live/guest-sockets.ts';
import { markBounced } from './queries.ts';
import { returnAddresses } from './return-address.ts';

let imap: TestImap;
beforeAll(async () => {
  imap = await TestImap.listening();
});
afterAll(() => imap.close());

const stepOf = async (app: TestApp, client: HttpClient) => {
  await app.presence.settle();
  return (await client.get('/api/guest/delivery')).json().mail;
};

test('Without a bounce mailbox an email bounces to its sender', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM } });
  const { to } = await sentMail({ app, smtp });
  expect(to).toBe('no-reply@portal.example');
  expect(app.bounces).toBeNull();
});

test.for(
  someOf([
    ['Postfix', postfixReport, 'no_mailbox', '550 5.1.1 The mailbox does not exist'],
    ['Exim', eximReport, 'other', '550 The email was rejected'],
    ['Exchange', exchangeReport, 'no_mailbox', '550 5.1.10 The mailbox does not exist'],
    ['Gmail', gmailReport, 'mailbox_full', '552 5.2.2 The mailbox is full'],
  ] as const),
)('Guest and staff are notified of a report of %s, and it is deleted', async ([, report, reason, why]) => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  const { client, id, to, recipient, mail } = await sentMail({ app, smtp });
  expect(mail.to).toBe(recipient);
  expect(await stepOf(app, client)).toMatchObject({ step: 'sent' });
  await imap.deliver(mailbox, report({ to, recipient }));
  await untilRead(imap, app, mailbox);
  const row = await mailTo(app, recipient);
  expect(row).toMatchObject({ state: 'sent', error: why, bounced_at: app.clock.now() });
  expect(await stepOf(app, client)).toMatchObject({ step: 'bounced', reason });
  expect(await mailFailures(app)).toEqual([{ message: expect.stringContaining(why), count: 1 }]);
  const admin = await signedIn(app, ADMIN);
  const [guest] = (await admin.get('/api/admin/guests')).json();
  expect(guest).toMatchObject({ id, mail: { state: 'bounced' }, stuck: { reason: 'mail_failed' } });
  expect((await admin.get(`/api/admin/guests/${id}/timeline`)).body).toContain('mail_bounced');
});

test("The guest's page is notified of a bounce at once", async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  const { id, to, recipient } = await sentMail({ app, smtp });
  const notify = vi.spyOn(app.guestSockets, 'notify');
  await imap.deliver(mailbox, postfixReport({ to, recipient }));
  await untilRead(imap, app, mailbox);
  await until('the page was told', () => notify.mock.calls.some(([key]) => key === guestKey(id)));
});

test('Of a report only the status code is kept: no text of a stranger, no code and nothing of the email', async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  const { client, id, to, recipient, mail } = await sentMail({ app, smtp }, 'private.person@far.example');
  const code = codeIn(mail);
  const canary = 'canary-5f3a';
  const returned: Returned = {
    to,
    recipient,
    diagnostic: `550 5.7.1 <${recipient}> refused "Your code is ${code}" for private.person, log of ${recipient}. Call us, ${canary}`,
    original: `To: ${recipient}\nSubject: ${code} ${canary}\n\n${mail.text}\n${canary}\n`,
  };
  await imap.deliver(mailbox, postfixReport(returned), gmailReport(returned), exchangeReport(returned));
  // One that says its status in the returned part only.
  await imap.deliver(mailbox, eximReport(returned).replace('message/delivery-status', `text/x-${canary}`));
  await untilRead(imap, app, mailbox);
  expect(kindsRead(app)).toEqual({ bounced: 1, known: 2, no_report: 1 });
  const admin = await signedIn(app, ADMIN);
  const paths = ['guests', `guests/${id}/timeline`, 'notifications', 'activity', 'security-check'];
  const bodies = [(await client.get('/api/guest/state')).body];
  for (const path of paths) bodies.push((await admin.get(`/api/admin/${path}`)).body);
  await app.notifications.settle();
  const tables = await app.db.introspection.getTables();
  const rows: unknown[] = [];
  for (const { name } of tables) {
    if (name.startsWith('user_search')) continue;
    rows.push(
      await app.db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    );
  }
  const dir = app.database.env.DATA_DIR;
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  const everything = JSON.stringify(rows) + app.logged.join('') + bodies.join('') + files.join('');
  expect(everything).toContain('550 5.1.1 The mailbox does not exist');
  expect(everything).not.toContain(canary);
  expectUnsaid(code, everything);
  const told = JSON.stringify([await mailTo(app, recipient), await mailFailures(app)]) + app.logged.join('');
  expect(told).not.toContain('private.person');
  expect(everything).not.toContain(IMAP_PASSWORD);
});

describe('A message that is no report about our email', () => {
  detail('Other messages to a return address are deleted and change nothing', async () => {
    const { app, smtp, mailbox } = await portalWithMailbox(imap);
    const { client, to, recipient } = await sentMail({ app, smtp });
    const addresses = returnAddresses(MAIL_FROM, app.keys);
    const [tag = ''] = to.split(/[-@]/).slice(-2);
    const forged = to.replace(tag, [...tag].reverse().join(''));
    await imap.deliver(
      mailbox,
      postfixReport({ to: forged, recipient }),
      postfixReport({ to: addresses.of(newId(app.clock.now())), recipient }),
      postfixReport({ to, recipient, action: 'delayed', status: '4.4.1' }),
      eximReport({ to, recipient }).replace('Action: failed', 'Action: relayed'),
      `To: ${to}\nSubject: Out of office\n\nI am on holiday.\nAction: failed\nStatus: 5.1.1\n`,
      `To: ${to}\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\nno part at all`,
      `To: ${to}\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n\n--b--`,
      Buffer.concat([
        Buffer.from(`To: ${to}\r\n`),
        Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7) % 256)),
      ]),
    );
    await untilRead(imap, app, mailbox);
    expect(kindsRead(app)).toEqual({ forged: 1, unknown: 1, delayed: 2, no_report: 4 });
    expect(await mailTo(app, recipient)).toMatchObject({ state: 'sent', error: null, bounced_at: null });
    expect(await stepOf(app, client)).toMatchObject({ step: 'sent' });
    expect(await mailFailures(app)).toEqual([]);
    expect(app.logged.join('')).not.toContain('Out of office');
  });

  detail('Messages to other addresses, and very large ones, are left alone', async () => {
    const { app, smtp, mailbox } = await portalWithMailbox(imap);
    const { to, recipient } = await sentMail({ app, smtp });
    const huge = `To: ${to}\nSubject: Huge\n\n${'x'.repeat(70)}\n`.concat(`${'y'.repeat(70)}\n`.repeat(10_000));
    await imap.deliver(
      mailbox,
      'To: no-reply@portal.example\nSubject: A question\n\nWho are you?\n',
      huge,
      postfixReport({ to: 'boss@portal.example', recipient: 'friend@far.example' }),
      postfixReport({ to, recipient }),
    );
    const left = ['A question', 'Huge', 'Undelivered Mail Returned to Sender'];
    await untilRead(imap, app, mailbox, left);
    expect(await mailTo(app, recipient)).toMatchObject({ bounced_at: app.clock.now() });
    // What was left alone is not looked at again.
    await app.bounces?.read();
    expect(kindsRead(app)).toEqual({ foreign: 3, bounced: 1 });
    expect(await imap.left(mailbox)).toEqual(left);
  });
});

detail('A report that a killed reader did not delete is counted once', async () => {
  const database = await migratedDatabase();
  const first = await portalWithMailbox(imap, { database });
  const { smtp, mailbox } = first;
  const { to, recipient } = await sentMail(first);
  await imap.deliver(mailbox, postfixReport({ to, recipient }));
  await untilRead(imap, first.app, mailbox);
  const [row, told] = [await mailTo(first.app, recipient), await mailFailures(first.app)];
  await first.app.close();
  await imap.deliver(mailbox, postfixReport({ to, recipient, status: '5.2.1' }));
  const { app } = await portalWithMailbox(imap, { database, smtp, mailbox });
  app.clock.advance(60_000);
  await untilRead(imap, app, mailbox);
  expect(kindsRead(app)).toEqual({ known: 1 });
  expect(await mailTo(app, recipient)).toEqual(row);
  expect(await mailFailures(app)).toEqual(told);
  await app.close();
  await database.remove();
});

detail('More reports than fit one visit are all read', async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  const { to, recipient } = await sentMail({ app, smtp });
  // So that the mailbox is not being read while they arrive.
  await app.bounces?.read();
  const foreign = 'To: no-reply@portal.example\nSubject: x\n\nx\n';
  await imap.deliver(mailbox, ...Array.from({ length: 120 }, () => foreign), postfixReport({ to, recipient }));
  await app.bounces?.read();
  // The next one follows by itself.
  app.clock.advance(2_000);
  await until('it came back', async () => (await mailTo(app, recipient)).bounced_at !== null);
});

test('A bounced email that waits for a retry is not sent again', async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  smtp.behaviour = 'cut-after-data';
  const { client } = await guestInFlow(app);
  await askForCode(app, client, { email: 'guest@far.example' });
  await until('a try has failed', async () => (await mailTo(app, 'guest@far.example')).error !== null);
  const { id } = await mailTo(app, 'guest@far.example');
  const to = returnAddresses(MAIL_FROM, app.keys).of(id);
  await imap.deliver(mailbox, postfixReport({ to, recipient: 'guest@far.example' }));
  await untilRead(imap, app, mailbox);
  expect(await mailTo(app, 'guest@far.example')).toMatchObject({ state: 'sent', sealed: null });
  smtp.behaviour = 'accept';
  app.clock.advance(20_000);
  await app.outbox.work();
  expect(smtp.received).toEqual([]);
  expect(await stepOf(app, client)).toMatchObject({ step: 'bounced' });
});

detail('A report waits while its email is being sent', async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  smtp.behaviour = 'slow';
  const { client } = await guestInFlow(app);
  await askForCode(app, client, { email: 'guest@far.example' });
  await until('it is being sent', () => smtp.waiting === 1);
  const { id } = await mailTo(app, 'guest@far.example');
  const to = returnAddresses(MAIL_FROM, app.keys).of(id);
  await imap.deliver(mailbox, postfixReport({ to, recipient: 'guest@far.example' }));
  for (let times = 0; times < 5; times += 1) await app.bounces?.read();
  expect(await imap.left(mailbox)).toHaveLength(1);
  smtp.behaviour = 'accept';
  smtp.release();
  await untilRead(imap, app, mailbox);
  expect(await mailTo(app, 'guest@far.example')).toMatchObject({ error: expect.stringMatching(/5\.1\.1/) });
});

detail('A bounce after the code was used changes nothing for the guest', async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  const { client, to, recipient, mail } = await sentMail({ app, smtp });
  const code = codeIn(mail);
  await client.post('/api/guest/submit-code', { email: recipient, code });
  const outcome = { email: recipient, code, success: true };
  expect((await client.post('/api/user/verify-code', { email: recipient, code })).statusCode).toBe(200);
  app.clock.advance(15_000);
  await client.post('/api/guest/code-processed', outcome);
  const before = (await client.get('/api/guest/state')).json();
  expect(before.confirmed).not.toBeNull();
  await imap.deliver(mailbox, postfixReport({ to, recipient }));
  await untilRead(imap, app, mailbox);
  await app.presence.settle();
  const { mail: _, ...after } = (await client.get('/api/guest/state')).json();
  expect(before).toMatchObject(after);
  const [guest] = (await (await signedIn(app, ADMIN)).get('/api/admin/guests')).json();
  expect(guest).toMatchObject({ outcome: 'verified', stuck: null });
});

test('Staff are notified of a bounced invitation', async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  const admin = await signedIn(app, ADMIN);
  const user = { username: 'lena', email: 'lena@far.example', role: 'user', sendByMail: true };
  const answer = await admin.post('/api/admin/users', user);
  expect(answer.statusCode, answer.body).toBe(200);
  const { returnPath } = await smtp.mail();
  await until('it is sent', async () => (await mailTo(app, user.email)).state === 'sent');
  await imap.deliver(mailbox, eximReport({ to: returnPath, recipient: user.email }));
  await untilRead(imap, app, mailbox);
  expect(await mailFailures(app)).toEqual([{ message: expect.stringContaining('The email was rejected'), count: 1 }]);
});

if (inject('database') === 'postgres') {
  test('Two processes report each bounce once', async () => {
    const database = await migratedDatabase();
    const one = await portalWithMailbox(imap, { database });
    const other = await portalWithMailbox(imap, { database, smtp: one.smtp, mailbox: one.mailbox });
    const mails: Returned[] = [];
    for (let index = 0; index < 6; index += 1) mails.push(await sentMail(one, `guest${index}@far.example`));
    // The same reason for each would be one notification.
    const reports = mails.map((mail, index) => postfixReport({ ...mail, diagnostic: `55${index} 5.1.1 no` }));
    await imap.deliver(one.mailbox, ...reports, ...reports);
    await until('the mailbox was read', async () => {
      await Promise.all([one.app.bounces?.read(), other.app.bounces?.read()]);
      return (await imap.left(one.mailbox)).length === 0;
    });
    await other.app.notifications.settle();
    const told = await mailFailures(one.app);
    expect(told.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
    const both = [kindsRead(one.app), kindsRead(other.app)];
    const all = (kind: string) => both.reduce((sum, each) => sum + (each[kind] ?? 0), 0);
    expect(all('bounced')).toBe(6);
    await one.app.close();
    await other.app.close();
    await database.remove();
  });

  test('Two processes that read at the same moment report each bounce once', async () => {
    const { app, smtp } = await portalWithMailbox(imap);
    const { recipient } = await sentMail({ app, smtp });
    const { id } = await mailTo(app, recipient);
    const marked = await Promise.all(Array.from({ length: 8 }, (_, at) => markBounced(app.db, id, `${at}`, at)));
    expect(marked.filter((row) => row !== undefined)).toHaveLength(1);
  });
}
