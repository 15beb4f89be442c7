import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { captchaToken, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../../../tests/support/app.ts';
import { BOT_TOKEN, startBotApi } from '../../../tests/support/bot-api.ts';
import { detail } from '../../../tests/support/detail.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { adminSocket, guestSocket } from '../../../tests/support/live-socket.ts';
import { until } from '../../../tests/support/process.ts';
import { expectUnsaid } from '../../../tests/support/secrecy.ts';
import { codeIn, TestSmtp } from '../../../tests/support/smtp.ts';

const EMAIL = 'guest@example.com';

/** Every byte of the data directory: with SQLite that is the database with what was deleted from it. */
const files = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('');

async function portal(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, ORGANISATION: 'Example & Sons', ...env } });
  return { app, smtp };
}

const send = (client: HttpClient, email = EMAIL) => client.post('/api/user/send-verification-code', { email });
const verify = (client: HttpClient, code: string, email = EMAIL) =>
  client.post('/api/user/verify-code', { email, code });
/** Done when it is written down that the mail server has taken everything. */
const accepted = (app: TestApp) =>
  until('every mail is taken', async () => {
    const rows = await app.db.selectFrom('guest_verifications').select('accepted_at').execute();
    return rows.every(({ accepted_at }) => accepted_at !== null);
  });
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');

describe('A code', () => {
  test('The email says who asked, where and what to do, and binds the code to our host', async () => {
    const { app, smtp } = await portal();
    const client = app.client({ ip: '193.99.144.80' });
    const answer = await send(client);
    expect(answer.json()).toEqual({ success: true, expiresInSeconds: 300 });
    const mail = await smtp.mail();
    const code = codeIn(mail);
    expect(mail.to).toBe(EMAIL);
    expect(mail.subject).toBe('Your verification code for Example & Sons');
    expect(mail.subject).not.toContain(code);
    for (const words of ['5 minutes', 'Germany', 'Chrome on Linux', 'UTC', "Wasn't it you?"])
      expect(mail.text).toContain(words);
    expect(mail.text.trimEnd().split('\n').at(-1)).toBe(`@localhost #${code}`);
    expect(mail.html).toContain('Example &amp; Sons');
    expect(mail.html).toContain(code);
    expect((await verify(client, code)).json()).toEqual({ success: true });
  });

  test('A code is accepted once, even if sent twenty times at once', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await send(client);
    const code = codeIn(await smtp.mail());
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(client, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    // The refused ones do not undo it.
    expect((await client.post('/api/guest/code-processed', { email: EMAIL, success: true })).json().success).toBe(true);
  });

  test('A code works for 300 seconds', async () => {
    const { app, smtp } = await portal();
    const [early, late] = [app.client(), app.client()];
    await send(early, 'early@example.com');
    const first = codeIn(await smtp.mail(1));
    await send(late, 'late@example.com');
    const second = codeIn(await smtp.mail(2));
    await accepted(app);
    app.clock.advance(299_999);
    expect((await verify(early, first, 'early@example.com')).statusCode).toBe(200);
    app.clock.advance(1);
    const expired = await verify(late, second, 'late@example.com');
    expect([expired.statusCode, expired.json().message]).toEqual([
      400,
      'Your verification code has expired. Please request a new one.',
    ]);
  });

  test('The 300 seconds start when the mail server accepts the email', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    const delivery = async () => (await client.get('/api/guest/state')).json();
    smtp.behaviour = 'slow';
    await send(client);
    await until('the mail server holds it', () => smtp.waiting === 1);
    app.clock.advance(120_000);
    expect(await delivery()).toMatchObject({ code: { state: 'waiting', remainingMs: 300_000, triesLeft: 3 } });
    smtp.release();
    const code = codeIn(await smtp.mail());
    await accepted(app);
    expect(await delivery()).toMatchObject({
      mail: { step: 'sent' },
      code: { state: 'running', remainingMs: 300_000 },
    });
    app.clock.advance(299_999);
    expect((await verify(client, code)).statusCode).toBe(200);
  });

  test('Processing a wrong code does not shorten the timer, nor revive an expired code', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    const left = async () => (await client.get('/api/guest/state')).json().code.remainingMs;
    await send(client);
    const code = codeIn(await smtp.mail());
    await accepted(app);
    const tryWrong = async () => {
      await client.post('/api/guest/submit-code', { code: wrongOf(code), email: EMAIL });
      await verify(client, wrongOf(code));
    };
    app.clock.advance(100_000);
    await tryWrong();
    for (const passed of [0, 5_000, 9_999]) {
      app.clock.advance(passed);
      expect(await left()).toBe(200_000);
    }
    app.clock.advance(1_001);
    expect(await left()).toBe(199_000);
    app.clock.advance(199_000);
    expect((await client.get('/api/guest/state')).json().code).toEqual({
      state: 'expired',
      remainingMs: 0,
      triesLeft: 2,
    });
    await tryWrong();
    expect((await client.get('/api/guest/state')).json().code.state).toBe('expired');
    expect((await verify(client, code)).statusCode).toBe(400);
  });

  test('A code is dead after three wrong tries, one by one or all at once', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await send(client);
    const code = codeIn(await smtp.mail());
    const messages = [];
    for (let index = 0; index < 3; index += 1) messages.push((await verify(client, wrongOf(code))).json().message);
    expect(messages).toEqual([
      'The code is not correct. You have 2 tries left.',
      'The code is not correct. You have 1 try left.',
      'Too many wrong codes. Please request a new one.',
    ]);
    expect((await verify(client, code)).statusCode).toBe(400);

    const other = app.client();
    await send(other, 'other@example.com');
    const otherCode = codeIn(await smtp.mail(2));
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => verify(other, wrongOf(otherCode), 'other@example.com')),
    );
    expect(guesses.every(({ statusCode }) => statusCode === 400)).toBe(true);
    expect((await verify(other, otherCode, 'other@example.com')).statusCode).toBe(400);
  });

  test('A newer code invalidates the older one', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await send(client);
    const first = codeIn(await smtp.mail(1));
    expect((await client.post('/api/guest/resend-code', { email: EMAIL })).statusCode).toBe(200);
    const second = codeIn(await smtp.mail(2));
    if (first !== second) expect((await verify(client, first)).statusCode).toBe(400);
    expect((await verify(client, second)).statusCode).toBe(200);
  });

  test('A code belongs to the browser and address that asked for it', async () => {
    const { app, smtp } = await portal();
    const [mine, theirs] = [app.client({ ip: '192.0.2.1' }), app.client({ ip: '192.0.2.1' })];
    await send(mine);
    const code = codeIn(await smtp.mail());
    expect((await verify(theirs, code)).statusCode).toBe(400);
    expect((await verify(mine, code, 'somebody@example.com')).statusCode).toBe(400);
    await send(theirs, 'theirs@example.com');
    expect((await verify(mine, code)).statusCode).toBe(200);
  });

  test('Without an issued code no code is accepted', async () => {
    const { app } = await portal();
    const answer = await verify(app.client(), '123456');
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'There is no code for this address. Please request a new one.',
    ]);
  });

  test('A code signs no one in', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await send(client);
    await verify(client, codeIn(await smtp.mail()));
    expect((await client.get('/api/auth/user')).statusCode).toBe(401);
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});

describe('Limits of codes', () => {
  test('One network gets three emails a minute', async () => {
    const { app } = await portal();
    const from = (host: number) => app.client({ ip: `2001:db8:1:2::${host}` });
    for (let index = 1; index <= 3; index += 1)
      expect((await send(from(index), `a${index}@example.com`)).statusCode).toBe(200);
    const refused = await send(from(4), 'a4@example.com');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await send(app.client({ ip: '2001:db8:1:3::1' }), 'a4@example.com')).statusCode).toBe(200);
    app.clock.advance(60_000);
    expect((await send(from(4), 'a5@example.com')).statusCode).toBe(200);
  });

  test('One address gets three emails an hour per network and ten in all, however it is written', async () => {
    const { app } = await portal();
    const spellings = [EMAIL, 'GUEST@Example.com', 'guest+one@example.com', 'Guest+Two+2@example.com'];
    let asked = 0;
    const ask = (ip?: string) => {
      asked += 1;
      return send(app.client(ip === undefined ? {} : { ip }), spellings[asked % 4]);
    };
    const statuses = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await ask('192.0.2.7')).statusCode);
      app.clock.advance(60_000);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    for (let index = 0; index < 7; index += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    // Until the first of the ten is an hour old.
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      429,
      'captcha_needed',
      String(56 * 60),
    ]);
    // Another mailbox: only what follows a plus is folded, and not with every sign.
    for (const other of ['guest-one@example.com', 'g.uest@example.com', '+guest@example.com', 'guest@sub.example.com'])
      expect((await send(app.client(), other)).statusCode).toBe(200);
    app.clock.advance(56 * 60_000);
    expect((await ask()).statusCode).toBe(200);
  });

  detail('After that a captcha buys a browser one more an hour, up to thirty in all', async () => {
    const { app } = await portal();
    for (let index = 0; index < 10; index += 1) expect((await send(app.client())).statusCode).toBe(200);
    const buy = async (client: HttpClient, path = '/api/user/send-verification-code') =>
      client.post(path, { email: EMAIL, recaptchaToken: await captchaToken(app) });
    const [browser, other] = [app.client(), app.client()];
    // A bad captcha is rejected and costs nothing.
    const forged = await browser.post('/api/guest/resend-code', { email: EMAIL, recaptchaToken: 'unsolved' });
    expect(forged.json().error).toBe('captcha_refused');
    expect((await buy(browser)).statusCode).toBe(200);
    const again = await buy(browser, '/api/guest/resend-code');
    expect([again.statusCode, again.json().error]).toEqual([429, 'too_many_requests']);
    expect((await buy(other, '/api/guest/resend-code')).statusCode).toBe(200);
    for (let index = 12; index < 30; index += 1) expect((await buy(app.client())).statusCode).toBe(200);
    const last = await buy(app.client());
    expect([last.statusCode, last.json().error, last.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '3600',
    ]);
    app.clock.advance(60 * 60_000);
    expect((await buy(browser)).statusCode).toBe(200);
  });

  test('A captcha that was not needed or did not help is not used up', async () => {
    const { app } = await portal();
    const recaptchaToken = await captchaToken(app);
    const ask = (email: string) => app.client().post('/api/user/send-verification-code', { email, recaptchaToken });
    for (let index = 0; index < 10; index += 1) expect((await ask(EMAIL)).statusCode).toBe(200);
    const crowd = app.client({ ip: '192.0.2.9' });
    for (let index = 0; index < 3; index += 1) await send(crowd, `somebody${index}@example.com`);
    const tooMany = await crowd.post('/api/user/send-verification-code', { email: EMAIL, recaptchaToken });
    expect([tooMany.json().error, tooMany.headers['retry-after']]).toEqual(['too_many_requests', '60']);
    expect((await ask(EMAIL)).statusCode).toBe(200);
    expect((await ask(EMAIL)).json().error).toBe('captcha_refused');
  });

  detail(
    'One address has ten tries an hour per network and thirty in all, which a new code does not reset',
    async () => {
      const { app, smtp } = await portal();
      let mails = 0;
      const tried = async (ip: string, tries = 3) => {
        const client = app.client({ ip });
        const body = { email: EMAIL, recaptchaToken: await captchaToken(app) };
        expect((await client.post('/api/user/send-verification-code', body)).statusCode).toBe(200);
        mails += 1;
        const code = codeIn(await smtp.mail(mails));
        const statuses = [];
        for (let index = 0; index < tries; index += 1) statuses.push((await verify(client, wrongOf(code))).statusCode);
        app.clock.advance(60_000);
        return statuses;
      };
      for (let round = 0; round < 3; round += 1) expect(await tried('192.0.2.1')).toEqual([400, 400, 400]);
      // The first try of each code is judged, whatever the counts say.
      expect(await tried('192.0.2.1')).toEqual([400, 429, 429]);
      for (const ip of ['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6', '192.0.2.7'])
        expect(await tried(ip)).toEqual([400, 400, 400]);
      expect(await tried('192.0.2.8')).toEqual([400, 400, 429]);
      expect(await tried('192.0.2.9')).toEqual([400, 429, 429]);
    },
  );

  test("A stranger cannot use up a guest's tries", async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await send(client);
    const code = codeIn(await smtp.mail());
    const stranger = app.client();
    for (let index = 0; index < 12; index += 1) expect((await verify(stranger, '123456')).statusCode).toBe(400);
    expect((await verify(client, code)).statusCode).toBe(200);
  });

  test('Twenty simultaneous requests do not pass the limits', async () => {
    const { app, smtp } = await portal();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(app.client())));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    await smtp.mail(10);
    expect(smtp.received).toHaveLength(10);
  });
});

describe('The guest flow', () => {
  test('A reloaded page resumes processing, and its claims are not trusted', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    expect((await client.get('/api/guest/state')).json()).toEqual({
      email: null,
      sentAt: null,
      mail: null,
      code: null,
      usualSeconds: null,
      codeRemainingMs: 0,
      refusal: null,
      resendInSeconds: 0,
      confirmed: null,
      processing: null,
    });
    await send(client);
    const code = codeIn(await smtp.mail());
    await accepted(app);
    app.clock.advance(10_000);
    expect((await client.get('/api/guest/state')).json()).toEqual({
      email: EMAIL,
      sentAt: new Date(app.clock.now() - 10_000).toISOString(),
      mail: { step: 'sent', since: expect.any(String), reason: null },
      code: { state: 'running', remainingMs: 290_000, triesLeft: 3 },
      usualSeconds: null,
      codeRemainingMs: 290_000,
      refusal: null,
      resendInSeconds: 0,
      confirmed: null,
      processing: null,
    });

    expect((await client.post('/api/guest/submit-code', { code: wrongOf(code), email: EMAIL })).json()).toEqual({
      success: true,
      processingSeconds: 15,
    });
    await verify(client, wrongOf(code));
    app.clock.advance(4_000);
    expect((await client.get('/api/guest/state')).json().processing).toEqual({
      remainingMs: 11_000,
      success: false,
      message: 'The code is not correct. You have 2 tries left.',
    });
    const claim = await client.post('/api/guest/code-processed', { code: wrongOf(code), email: EMAIL, success: true });
    expect(claim.json()).toEqual({ success: false });

    app.clock.advance(20_000);
    await client.post('/api/guest/submit-code', { code, email: EMAIL });
    await verify(client, code);
    expect((await client.get('/api/guest/state')).json()).toMatchObject({
      codeRemainingMs: 0,
      processing: { success: true, remainingMs: 15_000 },
    });
    // The outcome waits until the guest has seen it.
    app.clock.advance(16_000);
    expect((await client.get('/api/guest/state')).json().processing).toMatchObject({ success: true, remainingMs: 0 });
    expect((await client.post('/api/guest/code-processed', { email: EMAIL, success: false })).json()).toEqual({
      success: true,
    });
    expect((await client.get('/api/guest/state')).json().processing).toBeNull();
  });

  test('answers a confirmed address whole for 15 minutes, with the time that is left, and then masked', async () => {
    const { app, smtp } = await portal();
    const client = app.client();
    await send(client);
    await verify(client, codeIn(await smtp.mail()));
    const confirmed = async () => (await client.get('/api/guest/state')).json().confirmed;
    app.clock.advance(60_000);
    expect(await confirmed()).toMatchObject({ email: EMAIL, wholeForMs: 14 * 60_000 });
    app.clock.advance(14 * 60_000);
    expect(await confirmed()).toMatchObject({ email: 'g…t@e…e.com', wholeForMs: 0 });
  });

  test('Every step is logged before it is acknowledged', async () => {
    const { app, smtp } = await portal();
    const client = app.client({ ip: '8.8.8.8' });
    await client.post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await client.post('/api/guest/submit-email', { email: EMAIL });
    await send(client);
    const code = codeIn(await smtp.mail());
    await client.post('/api/guest/log-activity', { page: 'Verify Code Page', email: EMAIL });
    await client.post('/api/guest/submit-code', { code, email: EMAIL });
    await verify(client, wrongOf(code));
    await verify(client, code);
    const rows = await app.db.selectFrom('activity').selectAll().execute();
    const seen = rows.map(({ action, page, user_id, location }) => `${user_id} ${location} ${action} ${page}`).sort();
    expect(seen).toEqual([
      'guest_8_8_8_8 United States code_entry Verify Code Page',
      'guest_8_8_8_8 United States code_failed Verify Code Page',
      'guest_8_8_8_8 United States code_success Verify Code Page',
      'guest_8_8_8_8 United States email_entry Email Entry Page',
      'guest_8_8_8_8 United States page_view Email Entry Page',
      'guest_8_8_8_8 United States page_view Verify Code Page',
    ]);
  });

  detail('Many simultaneous entries are all written when they are acknowledged', async () => {
    const { app } = await portal();
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => app.client().post('/api/guest/log-activity', { page: 'Email Entry Page' })),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const { count } = await app.db
      .selectFrom('activity')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(300);
  });

  test.for([
    ['/api/guest/submit-email', { email: 'nobody' }, 'Please enter a valid email address'],
    ['/api/user/send-verification-code', { email: 'a@b' }, 'Please enter a valid email address'],
    [
      '/api/user/send-verification-code',
      { email: 'a@b.example\r\nbcc: x@y.example' },
      'Please enter a valid email address',
    ],
    ['/api/user/verify-code', { email: EMAIL, code: '12345' }, 'Code must be at least 6 characters'],
    ['/api/guest/log-activity', { page: '123456' }, '"page" is missing or not valid.'],
  ] as const)('%s rejects %o', async ([url, body, message]) => {
    const { app } = await portal();
    const answer = await app.client().post(url, body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });
});

test('A code is in the email and nowhere else, and a typed code is nowhere', async () => {
  const bot = await startBotApi();
  const { app, smtp } = await portal({ TELEGRAM_API_ROOT: bot.url });
  const admin = await signedIn(app, ADMIN);
  const { termsText: _, ...settings } = (await admin.get('/api/admin/settings')).json();
  await admin.post('/api/admin/settings', { ...settings, telegramBotToken: BOT_TOKEN, telegramChatId: '42' });
  const client = app.client();
  const bodies: string[] = [];
  // What goes over the socket.
  app.notifications.onChange((rows) => bodies.push(JSON.stringify(rows)));
  const post = async (url: string, body: object) => bodies.push((await client.post(url, body)).body);
  // Staff watch and help meanwhile, over sockets on both sides.
  await post('/api/guest/log-activity', { page: 'Verify Code Page' });
  const port = await listening(app);
  const sockets = [await adminSocket(port, admin), await guestSocket(port, client)];
  const [{ id }] = (await admin.get('/api/admin/guests')).json();
  const help = async (url: string, body: object) => bodies.push((await admin.post(url, body)).body);
  const typed = '908172-typed';
  smtp.behaviour = 'temporary-failure';
  await post('/api/guest/submit-email', { email: EMAIL });
  await post('/api/user/send-verification-code', { email: EMAIL });
  const inOutbox = async () => JSON.stringify(await app.db.selectFrom('outbox').selectAll().execute());
  const attempts = async () =>
    (await app.db.selectFrom('outbox').select('attempts').where('state', '=', 'queued').executeTakeFirst())?.attempts;
  await until('the first attempt has failed', async () => (await attempts()) === 1);
  const waiting = await inOutbox();
  smtp.behaviour = 'accept';
  app.clock.advance(10_000);
  await app.outbox.work();
  const code = codeIn(await smtp.mail());
  await post('/api/guest/help', { reason: 'code_refused' });
  await help(`/api/admin/guests/${id}/claim`, {});
  await help('/api/admin/guest-prompt', { guestId: id, prompt: 'code' });
  for (const path of ['check-prompt', 'help']) bodies.push((await client.get(`/api/guest/${path}`)).body);
  await post('/api/guest/clear-prompt', {});
  await post('/api/guest/submit-code', { email: EMAIL, code: typed });
  await post('/api/user/verify-code', { email: EMAIL, code: typed });
  await post('/api/guest/code-processed', { email: EMAIL, code: typed, success: true });
  await post('/api/guest/submit-code', { email: EMAIL, code });
  await post('/api/user/verify-code', { email: EMAIL, code });
  await post('/api/guest/code-processed', { email: EMAIL, code, success: true });
  bodies.push((await client.get('/api/guest/state')).body);
  await app.presence.settle();
  await app.notifications.settle();
  await until('the chat was told of both results', () => bot.requests.length >= 2);
  bodies.push(JSON.stringify(bot.requests));
  bodies.push((await admin.get(`/api/admin/guests/${id}/timeline`)).body);
  expect(bodies.at(-1)).toContain('code_refused');
  await until('the pages are told', () => sockets.every(({ heard }) => heard.length > 1));
  bodies.push(JSON.stringify(sockets.map(({ heard }) => heard)));
  const read = ['activity', 'activity.csv', 'guests', 'guests/counts', 'guest-logs', 'notifications', 'security-check'];
  for (const path of read) bodies.push((await admin.get(`/api/admin/${path}`)).body);

  const tables = [
    'users',
    'sessions',
    'activity',
    'guest_verifications',
    'limit_counts',
    'outbox',
    'settings',
    'guests',
    'guest_help',
    'guest_messages',
    'notifications',
  ] as const;
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()));
  const everything =
    waiting + JSON.stringify(rows) + app.logged.join('') + bodies.join('') + files(app.database.env.DATA_DIR);
  expect(everything).toContain(EMAIL);
  for (const typed of [code, '908172']) expectUnsaid(typed, everything);
  const mails = app.db.selectFrom('outbox').select(['state', 'sealed']).where('channel', '=', 'mail');
  expect(await mails.execute()).toEqual([{ state: 'sent', sealed: null }]);
});

test('A waiting guest hears what becomes of the email, from memory and by socket', async () => {
  const { app, smtp } = await portal();
  const port = await listening(app);
  const client = app.client();
  await client.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await smtp.close();
  await send(client);
  const step = async () => {
    await app.presence.settle();
    return (await client.get('/api/guest/delivery')).json().mail?.step;
  };
  await until('it is delayed', async () => (await step()) === 'delayed');
  const socket = await guestSocket(port, client);
  const before = socket.news();
  await smtp.open();
  app.clock.advance(10_000);
  await app.outbox.work();
  await until('it is sent', async () => (await step()) === 'sent');
  await until('the page was told', () => socket.news() > before);
  expect((await client.get('/api/guest/delivery')).json()).toEqual({
    sentAt: expect.any(String),
    mail: { step: 'sent', since: expect.any(String), reason: null },
    code: { state: 'running', remainingMs: 300_000, triesLeft: 3 },
    usualSeconds: null,
  });
});
