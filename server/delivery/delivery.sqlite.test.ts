import { describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { detail } from '../../tests/support/detail.ts';
import { until } from '../../tests/support/process.ts';
import { expectUnsaid } from '../../tests/support/secrecy.ts';
import { TestSmtp } from '../../tests/support/smtp.ts';

const send = async (app: TestApp, email = 'guest@example.com') =>
  (await app.client().post('/api/user/send-verification-code', { email })).statusCode;
const stateOf = async (app: TestApp) => {
  const { state, error, attempts, sealed } = await app.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  return { state, error, attempts, erased: sealed === null };
};
const untilState = (app: TestApp, state: string) =>
  until(`the mail is ${state}`, async () => (await stateOf(app)).state === state);
/** The time of the next try comes, and with it the try. */
const nextTry = async (app: TestApp) => {
  const { attempts } = await stateOf(app);
  app.clock.advance(20_000);
  await app.outbox.work();
  await until('it was tried', async () => {
    const mail = await stateOf(app);
    return mail.attempts > attempts && mail.state !== 'sending';
  });
};

async function portal() {
  const smtp = await TestSmtp.start();
  return { smtp, app: await startApp({ env: { SMTP_URL: smtp.url } }) };
}

describe('A mail server in trouble', () => {
  detail('While a mail server refuses connections, waiting emails probe it now and then, not each', async () => {
    const { smtp, app } = await portal();
    await smtp.close();
    const guests = 30;
    for (let index = 0; index < guests; index += 1) await send(app, `guest${index}@example.com`);
    const tries = () => app.logged.filter((line) => line.includes('message not sent')).length;
    await until('it was tried', () => tries() > 0);
    for (let times = 0; times < 100; times += 1) {
      app.outbox.wake();
      await new Promise((next) => setImmediate(next));
    }
    expect(tries()).toBeLessThan(guests / 2);
    await smtp.open();
    app.clock.advance(5_000);
    await until('all have come', () => smtp.received.length === guests);
  });

  detail('A mail server that stays away is probed with one email, and the first success sends all', async () => {
    const { smtp, app } = await portal();
    await smtp.close();
    const guests = 20;
    for (let index = 0; index < guests; index += 1) await send(app, `guest${index}@example.com`);
    const tries = () => app.logged.filter((line) => line.includes('message not sent')).length;
    const queued = async () =>
      (await app.db.selectFrom('outbox').select('id').where('state', '=', 'queued').execute()).length;
    await until('it was tried', async () => tries() > 0 && (await queued()) === guests);
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = tries();
      app.clock.advance(seconds * 1000 - 1);
      for (let times = 0; times < 10; times += 1) app.outbox.wake();
      expect(tries()).toBe(before);
      app.clock.advance(1);
      app.outbox.wake();
      await until('it was tried again', async () => tries() > before && (await queued()) === guests);
      for (let times = 0; times < 20; times += 1) {
        app.outbox.wake();
        await new Promise((next) => setImmediate(next));
      }
      expect(tries()).toBe(before + 1);
    }
    expect(app.outbox.openCircuit()).toMatchObject({ why: 'The mail server refused the connection (ECONNREFUSED)' });
    await smtp.open();
    app.clock.advance(30_000);
    await until('all have come', () => smtp.received.length === guests);
    await until('the circuit is closed', () => app.outbox.openCircuit() === null);
  });

  test('A guest does not wait for a mail server that is down, and the email arrives later', async () => {
    const { smtp, app } = await portal();
    await smtp.close();
    expect(await send(app)).toBe(200);
    await until('a try has failed', async () => (await stateOf(app)).error !== null);
    expect(await stateOf(app)).toMatchObject({
      state: 'queued',
      erased: false,
      error: expect.stringMatching(/ECONNREFUSED/),
    });
    await smtp.open();
    await nextTry(app);
    expect((await smtp.mail()).to).toBe('guest@example.com');
    expect(await stateOf(app)).toMatchObject({ state: 'sent', error: null, erased: true });
  });

  test('Every email says that a program wrote it', async () => {
    const { smtp, app } = await portal();
    await send(app);
    expect((await smtp.mail()).headers).toEqual(expect.arrayContaining(['auto-submitted', 'x-auto-response-suppress']));
  });

  test('No request waits for a slow mail server', async () => {
    const { smtp, app } = await portal();
    smtp.behaviour = 'slow';
    // The mail server says nothing before it is released, so a request that waited for it would not be answered here.
    expect([await send(app), await send(app, 'other@example.com')]).toEqual([200, 200]);
    await until('it holds both mails', () => smtp.waiting === 2);
    expect(await stateOf(app)).toMatchObject({ state: 'sending', attempts: 1 });
    smtp.behaviour = 'accept';
    smtp.release();
    await untilState(app, 'sent');
  });

  test('After a 451 the email is retried at growing intervals', async () => {
    const { smtp, app } = await portal();
    smtp.behaviour = 'temporary-failure';
    await send(app);
    await until('the first try has failed', async () => (await stateOf(app)).error !== null);
    await app.outbox.work();
    expect((await stateOf(app)).attempts).toBe(1);
    await nextTry(app);
    expect(await stateOf(app)).toMatchObject({
      state: 'queued',
      attempts: 2,
      error: '451 The mail server asked to try again later',
    });
    smtp.behaviour = 'accept';
    await nextTry(app);
    await smtp.mail();
    expect(smtp.received).toHaveLength(1);
  });

  test('After a 550 the email has failed for good, and its contents are erased', async () => {
    const { smtp, app } = await portal();
    smtp.behaviour = 'permanent-failure';
    await send(app);
    await untilState(app, 'failed');
    expect(await stateOf(app)).toMatchObject({
      attempts: 1,
      erased: true,
      error: '550 The email was rejected',
    });
  });

  test('An email whose connection broke after the data arrives in the end', async () => {
    const { smtp, app } = await portal();
    smtp.behaviour = 'cut-after-data';
    await send(app);
    await until('the try has failed', async () => (await stateOf(app)).error !== null);
    smtp.behaviour = 'accept';
    await nextTry(app);
    await smtp.mail();
    expect(await stateOf(app)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('An email is not sent once its code has expired', async () => {
    const { smtp, app } = await portal();
    await smtp.close();
    await send(app);
    await until('a try has failed', async () => (await stateOf(app)).error !== null);
    app.clock.advance(600_000);
    await smtp.open();
    await app.outbox.work();
    await untilState(app, 'expired');
    expect((await stateOf(app)).erased).toBe(true);
    expect(smtp.received).toEqual([]);
  });
});

test('A mail server that asks gets the credentials of SMTP_URL, and no log has them', async () => {
  const smtp = await TestSmtp.start('portal:smtp-secret-4711');
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  await send(app);
  await smtp.mail();
  const refused = await startApp({ env: { SMTP_URL: smtp.url.replace('4711', '4712') } });
  await send(refused);
  await until('it has failed', async () => (await stateOf(refused)).error !== null);
  expect((await stateOf(refused)).error).toMatch(/535|credentials|Invalid login/i);
  const everything = [...app.logged, ...refused.logged].join('') + JSON.stringify(await stateOf(refused));
  expect(everything).not.toContain('smtp-secret');
});

test('Concurrent outbox rounds send each email once', async () => {
  const { smtp, app } = await portal();
  for (let index = 0; index < 12; index += 1) await send(app, `guest${index}@example.com`);
  await Promise.all(Array.from({ length: 6 }, () => app.outbox.work()));
  await until('all are sent', async () => smtp.received.length >= 12);
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(12);
  expect(smtp.received).toHaveLength(12);
});

describe('An email queued by the version before', () => {
  const waiting = async (content: object) => {
    const { smtp, app } = await portal();
    const at = app.clock.now();
    await app.db
      .insertInto('outbox')
      .values({
        id: 'waiting',
        channel: 'mail',
        recipient: 'guest@example.com',
        sealed: app.keys.seal(JSON.stringify(content), 'outbox'),
        state: 'queued',
        attempts: 0,
        due_at: at,
        expires_at: at + 60_000,
        error: null,
        guest_ip: null,
        created_at: at,
        finished_at: null,
      })
      .execute();
    app.outbox.wake();
    return { smtp, app };
  };
  const code = {
    kind: 'code',
    organisation: 'Example',
    host: 'localhost',
    code: '471147',
    minutes: 5,
    visitor: { location: 'Zurich', device: 'Firefox on Linux' },
    at: 1_800_000_000_000,
  };

  test('An email is sent as the version before has stored it', async () => {
    const { smtp, app } = await waiting(code);
    expect((await smtp.mail()).to).toBe('guest@example.com');
    await untilState(app, 'sent');
  });

  test('An unreadable email fails for good, and its contents appear nowhere', async () => {
    for (const content of [
      { ...code, kind: 'pigeon' },
      { ...code, visitor: 'Zurich' },
      { code: '471147' },
      ['471147'],
    ]) {
      const { app } = await waiting(content);
      await untilState(app, 'failed');
      const { error, attempts, erased } = await stateOf(app);
      expect([attempts, erased]).toEqual([1, true]);
      expect(error).toMatch(/^This version (does not know|cannot read)/);
      const told = error + app.logged.join('');
      expectUnsaid(code.code, told);
      expect(told).not.toMatch(/Zurich|pigeon/);
    }
  });
});

describe('Without a mail server', () => {
  /** By a browser on the same machine, without a proxy. */
  const openedHere = ({ http }: TestApp, url: string) => http.inject({ url, headers: { host: 'localhost:3000' } });

  test('An email to a reserved host fails as at a mail server', async () => {
    const app = await startApp();
    await send(app, 'guest@old-company.invalid');
    await untilState(app, 'failed');
    expect(await stateOf(app)).toMatchObject({ error: '550 5.1.2 There is no such host', attempts: 1, erased: true });
    expect((await openedHere(app, '/dev/mailbox')).body).not.toContain('old-company');
  });

  test('The development mailbox shows emails to this machine only', async () => {
    const app = await startApp({ env: { ORGANISATION: '<b>Example</b>' } });
    await send(app);
    const here = { get: (url: string) => openedHere(app, url) };
    await until('the mail is there', async () => (await here.get('/dev/mailbox')).body.includes('guest@example.com'));
    const list = await here.get('/dev/mailbox');
    expect(list.body).toContain('This mailbox is for trying Gatehouse out.');
    expect(list.body).not.toContain('<b>Example');
    const [, path = ''] = /href="(\/dev\/mailbox\/[^"]+)"/.exec(list.body) ?? [];
    expect((await here.get(path)).body).toMatch(/@localhost #\d{6}/);
    const mail = await here.get(`${path}/html`);
    expect(mail.headers['content-security-policy']).toMatch('sandbox');
    expect((await here.get('/dev/mailbox/nothing')).statusCode).toBe(404);
    for (const url of ['/dev/mailbox', path, `${path}/html`])
      expect((await app.client({ ip: '192.0.2.1' }).get(url)).statusCode).toBe(404);
  });

  test('In production there is no mailbox, and staff can see why nothing is sent', async () => {
    const app = await startApp({ env: { NODE_ENV: 'production' } });
    await send(app);
    await untilState(app, 'failed');
    expect(await stateOf(app)).toMatchObject({ error: 'No mail server is set up (SMTP_URL)', erased: true });
    expect((await openedHere(app, '/dev/mailbox')).statusCode).toBe(404);
  });
});
