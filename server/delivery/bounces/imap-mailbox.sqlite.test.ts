import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SecurityCheck } from '../../../contract/dashboard/dashboard.ts';
import { signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { postfixReport } from '../../../tests/support/delivery-reports.ts';
import { detail } from '../../../tests/support/detail.ts';
import { TestImap } from '../../../tests/support/imap.ts';
import { until } from '../../../tests/support/process.ts';
import { kindsRead, mailTo, portalWithMailbox, sentMail } from '../../../tests/support/returned-mail.ts';

let imap: TestImap;
beforeAll(async () => {
  imap = await TestImap.listening();
});
afterAll(() => imap.close());

const troubles = (app: TestApp) => app.logged.filter((line) => line.includes('cannot be read, trying'));
const check = async (app: TestApp) => {
  const checks: SecurityCheck[] = (await (await signedIn(app, ADMIN)).get('/api/admin/security-check')).json();
  const found = checks.find(({ id }) => id === 'returned-mail');
  return { result: found?.result, advice: found?.advice };
};

describe('A mailbox that cannot be read', () => {
  detail('A mailbox whose server is away is asked less and less often, reported once, and read later', async () => {
    const own = await TestImap.listening();
    try {
      const { app, smtp } = await portalWithMailbox(imap, { url: own.url('box') });
      const { to, recipient } = await sentMail({ app, smtp });
      // So that it is not being read at this moment.
      await app.bounces?.read();
      await own.deliver('box', postfixReport({ to, recipient }));
      await own.shut();
      for (let times = 0; times < 4; times += 1) await app.bounces?.read();
      expect(troubles(app)).toEqual([expect.stringContaining('ECONNREFUSED')]);
      expect(await check(app)).toEqual({ result: 'fail', advice: expect.stringContaining('ECONNREFUSED') });
      await own.open();
      // After four failures it waits for four minutes, and then comes by itself.
      app.clock.advance(5 * 60_000);
      await until('it came back', async () => (await mailTo(app, recipient)).bounced_at !== null);
      await until('that is told', () => app.logged.some((line) => line.includes('can be read again')));
      expect(await check(app)).toMatchObject({ result: 'pass' });
    } finally {
      await own.close();
    }
  });

  test('A wrong password is logged once, without the password', async () => {
    const { app } = await portalWithMailbox(imap, { url: imap.url('somebody', 'not-the-secret-77') });
    for (let times = 0; times < 4; times += 1) await app.bounces?.read();
    expect(troubles(app)).toEqual([expect.stringContaining('rejected the user name or password')]);
    expect(await check(app)).toEqual({
      result: 'fail',
      advice: expect.stringContaining('rejected the user name or password'),
    });
    expect(app.logged.join('')).not.toContain('not-the-secret');
  });

  detail('A silent server delays nothing, not even the end of the process', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const url = `imap://somebody@127.0.0.1:${port}`;
    const { app, smtp } = await portalWithMailbox(imap, { url });
    const reading = app.bounces?.read();
    await sentMail({ app, smtp });
    await reading;
    expect(troubles(app)).toHaveLength(1);
    void app.bounces?.read();
    await app.close();
    // Closing it is not an error.
    expect(troubles(app)).toHaveLength(1);
  });

  test('A missing folder is reported', async () => {
    const { app } = await portalWithMailbox(imap, { url: imap.url('somebody').replace('INBOX', 'Nowhere') });
    await app.bounces?.read();
    expect(troubles(app)).toHaveLength(1);
  });
});

describe('The TLS certificate of a mailbox', () => {
  const secured = () => imap.securedUrl('somebody', 'localhost');
  /** Looks like another machine. */
  const elsewhere = () => imap.url('somebody').replace('127.0.0.1', '127.0.0.2');
  const troubleAt = async (url: string) => {
    const { app } = await portalWithMailbox(imap, { url });
    await app.bounces?.read();
    return troubles(app).join('');
  };

  test('A certificate of an unknown authority is rejected', async () => {
    for (const url of [secured(), elsewhere()]) expect(await troubleAt(url)).toContain('self-signed certificate');
  });

  test('A certificate of a known authority is accepted for its own name only', async () => {
    const before = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, readFileSync(imap.certificateFile, 'utf8')]);
    for (const url of [secured(), elsewhere()]) expect(await troubleAt(url)).toBe('');
    expect(await troubleAt(imap.securedUrl('somebody', '127.0.0.1'))).toMatch(/altnames|cert/i);
  });

  test('A server without encryption gets no password, unless it is on this machine', async () => {
    const open = await TestImap.listening({ tls: false });
    try {
      expect(await troubleAt(open.url('somebody'))).toBe('');
      expect(await troubleAt(open.url('somebody').replace('127.0.0.1', '127.0.0.2'))).toContain('STARTTLS');
      await until('it has written that', () => /no auth attempts.*lip=127\.0\.0\.2/.test(open.log));
      expect(open.log).not.toMatch(/Login:.*lip=127\.0\.0\.2/);
    } finally {
      await open.close();
    }
  });
});

detail('A message that its server cannot read does not block the others', async () => {
  const { app, smtp, mailbox } = await portalWithMailbox(imap);
  const { to, recipient } = await sentMail({ app, smtp });
  await app.bounces?.read();
  const foreign = (subject: string) => `To: no-reply@portal.example\nSubject: ${subject}\n\nx\n`;
  await imap.deliver(mailbox, foreign('one'), foreign('spoilt'), foreign('three'), postfixReport({ to, recipient }));
  imap.spoil(mailbox, 'Subject: spoilt');
  await until('the report was read', async () => {
    await app.bounces?.read();
    return (await mailTo(app, recipient)).bounced_at !== null;
  });
  expect(kindsRead(app)).toMatchObject({ unreadable: 1, bounced: 1 });
  // It is not tried again.
  await app.bounces?.read();
  expect(app.logged.filter((line) => line.includes('unreadable, and stays'))).toHaveLength(1);
  expect(await check(app)).toMatchObject({ result: 'pass' });
});

detail('The security check says whether and when the mailbox was read', async () => {
  expect(await check(await startApp())).toMatchObject({ result: 'not_set_up' });
  const { app } = await portalWithMailbox(imap);
  await app.bounces?.read();
  expect(await check(app)).toMatchObject({ result: 'pass' });
  await app.bounces?.close();
  app.clock.advance(20 * 60_000);
  expect(await check(app)).toEqual({ result: 'fail', advice: expect.stringContaining('20 minutes ago') });
});
