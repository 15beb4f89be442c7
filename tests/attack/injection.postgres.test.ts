import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ActivityEntry } from '../../contract/log/activity.ts';
import type { Notification } from '../../contract/notifications/notifications.ts';
import type { UserAccount } from '../../contract/users/users.ts';
import { csvRecords } from '../../server/features/users/import/csv-records.ts';
import { encodeCursor } from '../../server/http/cursor.ts';
import { searchable } from '../../server/text/names.ts';
import { visitorAt } from '../../server/visitor/visitor.ts';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { BOT_TOKEN, startBotApi } from '../support/bot-api.ts';
import type { HttpClient } from '../support/http-client.ts';
import { insertUsers } from '../support/many-users.ts';
import { until } from '../support/process.ts';
import { wordsOf } from '../support/secrecy.ts';
import { TestSmtp } from '../support/smtp.ts';
import { FORMULAS, LINE_BREAKERS, SQL_TEXTS, STATEMENTS } from './hostile-texts.ts';

/** Marks every field into which people type passwords and codes. */
const HUSH = 'hush-hush';
const SETTINGS = {
  emailPromptMessage: 'Your address, please',
  codePromptMessage: 'Your code, please',
  exitMessage: 'Thank you',
  exitUrl: 'https://example.com',
  telegramBotToken: '',
  telegramChatId: '',
};

interface Call {
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: object | string;
  readonly headers?: Record<string, string>;
}

const post = (url: string, payload: object): Call => ({ method: 'POST', url, payload });

/** Its signature has as many characters as a real one, but more bytes. */
async function forgedCaptcha(app: TestApp): Promise<string> {
  const token = JSON.parse(Buffer.from(await captchaToken(app), 'base64').toString());
  token.challenge.signature = 'é'.repeat(64);
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

/** Every write call, with one text in all of its fields. */
async function writesWith(text: string, app: TestApp): Promise<Call[]> {
  const recaptchaToken = await captchaToken(app);
  const email = 'guest@example.com';
  const secret = `${HUSH}${text}${HUSH}`;
  return [
    post('/api/auth/login', { username: secret, password: secret, recaptchaToken }),
    post('/api/auth/login', { username: 'admin', password: secret, recaptchaToken: await captchaToken(app) }),
    post('/api/auth/login', { username: 'admin', password: secret, recaptchaToken: secret }),
    post('/api/auth/login', { username: 'admin', password: secret, recaptchaToken: await forgedCaptcha(app) }),
    post('/api/user/send-verification-code', { email: secret }),
    post('/api/user/send-verification-code', { email: `${text}@example.com` }),
    post('/api/guest/submit-email', { email: `guest@${text}.example.com` }),
    post('/api/guest/log-activity', { page: secret, email: secret }),
    post('/api/guest/log-activity', { page: 'Email Entry Page', email: secret }),
    post('/api/guest/submit-code', { email, code: secret }),
    post('/api/user/verify-code', { email, code: secret }),
    post('/api/guest/code-processed', { email, code: secret, success: true }),
    post('/api/auth/validate-verification-token', { token: secret }),
    post('/api/auth/verify-email', { token: secret }),
    post('/api/auth/resend-verification', { email: secret, recaptchaToken: await captchaToken(app) }),
    post('/api/auth/register', {
      username: secret,
      password: secret,
      email,
      firstName: secret,
      recaptchaToken: await captchaToken(app),
    }),
    post('/api/auth/change-password', { currentPassword: secret, newPassword: `${secret}!` }),
    post('/api/user/security-check', { password: secret }),
    post('/api/user/terms/accept', { version: secret }),
    { ...post('/api/user/profile', { firstName: text, phone: text, bio: text, city: text }), method: 'PATCH' },
    post('/api/admin/users', { username: `u${text}`, firstName: text, lastName: text, email: text }),
    post('/api/admin/users', { username: `v${text}`, firstName: text, lastName: text }),
    post('/api/admin/users/bulk-action', { userIds: [text], action: 'delete' }),
    post('/api/admin/bulk-jobs', { filter: { q: text }, action: 'status', value: 'active' }),
    post('/api/admin/redirects', { userId: text, destinationPath: '/terms-agreement', reason: 'none' }),
    post('/api/admin/redirects', { userId: 'x', destinationPath: text, reason: text }),
    post('/api/admin/redirects', { guestIp: text, isGuestRedirect: true, destinationPath: '/user/verify-code' }),
    post('/api/admin/guest-prompt', { guestIp: text }),
    post('/api/admin/guest-prompt', { guestIp: '192.0.2.1', message: secret }),
    { ...post('/api/admin/guest-logs', { logIds: [text] }), method: 'DELETE' },
    post('/api/admin/settings', { ...SETTINGS, exitMessage: text, termsText: text }),
    post('/api/admin/settings', { ...SETTINGS, telegramBotToken: secret, telegramChatId: text }),
    post('/api/admin/settings/test-chat', { telegramBotToken: secret, telegramChatId: text }),
    {
      ...post('/api/auth/login', {}),
      payload: `{"password":"${secret}`,
      headers: { 'content-type': 'application/json' },
    },
    {
      ...post('/api/admin/users/import', {}),
      payload: `username,firstName\n"w${text}","${secret}"\n`,
      headers: { 'content-type': 'text/csv' },
    },
  ];
}

const LISTS = ['users', 'activity', 'guest-logs', 'notifications', 'redirects'] as const;

/** Every URL with a free part, with one text in it. */
function urlsWith(text: string): Call[] {
  const part = encodeURIComponent(text.toWellFormed());
  return [
    ...['details', 'login-history', 'sessions'].map((what) => ({ url: `/api/admin/users/${part}/${what}` })),
    ...LISTS.flatMap((list) => ['q', 'cursor', 'limit'].map((name) => ({ url: `/api/admin/${list}?${name}=${part}` }))),
    { url: `/api/admin/activity.csv?q=${part}` },
    { url: `/api/admin/activity?from=${part}` },
    { url: `/api/admin/users.csv?q=${part}` },
    { url: `/api/admin/bulk-jobs/count?q=${part}` },
    { method: 'DELETE', url: `/api/admin/users/${part}` },
    { method: 'DELETE', url: `/api/admin/users/${part}/sessions` },
    { method: 'DELETE', url: `/api/admin/users/x/sessions/${part}` },
    { method: 'DELETE', url: `/api/admin/redirects/${part}` },
    { method: 'PATCH', url: `/api/admin/users/${part}/role`, payload: { role: 'admin' } },
    { method: 'PATCH', url: `/api/admin/users/${part}/status`, payload: { status: 'suspended' } },
    { method: 'PATCH', url: `/api/admin/notifications/${part}/read` },
    { method: 'POST', url: `/api/admin/users/${part}/reset-password` },
    { method: 'POST', url: `/api/admin/bulk-jobs/${part}/stop` },
    { url: `/dev/mailbox/${part}` },
    { url: `/${part}?token=${HUSH}` },
  ];
}

/** The admin at another IP address, so that no rate limit applies. */
function elsewhere(app: TestApp, admin: HttpClient): HttpClient {
  const client = app.client();
  for (const [name, value] of admin.cookies) client.cookies.set(name, value);
  return client;
}

/** Sends all calls; none may cause a server error. */
async function sendAll(client: HttpClient, calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    const { statusCode, body } = await client.request(call);
    expect(statusCode, `${JSON.stringify(call)} ${body}`).toBeLessThan(500);
  }
}

async function allRows(app: TestApp): Promise<string> {
  const tables = [
    'activity',
    'notifications',
    'sign_in_attempts',
    'guests',
    'guest_verifications',
    'settings',
  ] as const;
  const rows = [];
  for (const table of tables) rows.push(await app.db.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}

/** Sends bytes that no client library would send. */
async function sendRaw(app: TestApp, head: string): Promise<string> {
  const { port } = app.http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.end(Buffer.from(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1'));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

describe('The log', () => {
  test('Each log event is one line of JSON, and no log line or table contains typed passwords and codes', async () => {
    const app = await startApp({ env: { SELF_REGISTRATION: 'true' } });
    const admin = await signedIn(app, ADMIN);
    for (const text of LINE_BREAKERS) {
      const client = elsewhere(app, admin);
      await client.post('/api/user/send-verification-code', { email: 'guest@example.com' });
      await sendAll(client, [...(await writesWith(text, app)), ...urlsWith(text)]);
      const headers = { 'user-agent': text, referer: text, 'x-forwarded-for': text, 'x-request-id': text };
      await sendAll(app.client(), [
        { ...post('/api/guest/log-activity', { page: 'Email Entry Page' }), headers },
        { url: '/api/auth/user', headers: { cookie: `gatehouse=${HUSH}${text}; guest=${HUSH}${text}; theme=${text}` } },
        { url: '/api/guest/state', headers: { cookie: `guest=a.0.${'é'.repeat(43)}` } },
        { ...post('/api/auth/logout', {}), headers: { origin: text } },
      ]);
    }
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    for (const path of ['/api/x"}{"level":60,"msg":"forged', '/api/%0d%0aX-Evil:%201', '/\u009b31m', '/\u001b[31m'])
      expect(await sendRaw(app, `GET ${path} HTTP/1.1`)).not.toMatch(/^X-Evil|forged/im);
    await app.notifications.settle();

    expect(app.logged.length).toBeGreaterThan(500);
    for (const line of app.logged) {
      expect(line).toMatch(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*\n$/u);
      const { level, msg } = JSON.parse(line);
      expect([typeof level, level < 60, msg]).toEqual(['number', true, expect.not.stringContaining('forged')]);
    }
    expect(app.logged.join('')).not.toContain(HUSH);
    expect(await allRows(app)).not.toContain(HUSH);
  });
});

describe('SQL', () => {
  test('A user search for SQL finds exactly the users who have that text in their name', async () => {
    const app = await startApp();
    // More rows than a search scans, so that it uses the trigram index.
    await insertUsers(
      app,
      Array.from({ length: 3_100 }, (_, index) => ({
        username: `filler${index}`,
        firstName: 'Nomen',
        lastName: 'Nescio',
      })),
    );
    const people = SQL_TEXTS.map((text, index) => ({
      username: `zz${index}`,
      firstName: `Zz ${text}`,
      lastName: `end`,
    }));
    await insertUsers(app, people);
    const admin = await signedIn(app, ADMIN);
    const names = people.map(({ username, firstName, lastName }) => ({
      username,
      search: searchable(`${firstName} ${lastName}\n${username}`),
    }));
    for (const text of [...SQL_TEXTS, "zz ' or 1=1", 'Zz %', 'fill%r1', 'fill_r1', "Nomen' or 1=1", '%'.repeat(200)]) {
      const answer = await admin.get(`/api/admin/users?limit=1000&q=${encodeURIComponent(text)}`);
      const found = (answer.json() as UserAccount[]).map(({ username }) => username).sort();
      const words = searchable(text).split(' ').filter(Boolean);
      const wanted = names.filter(({ search }) => words.every((word) => search.includes(word)));
      expect([text, found]).toEqual([text, wanted.map(({ username }) => username).sort()]);
    }
    expect((await admin.get(`/api/admin/users?q=${'%'.repeat(201)}`)).statusCode).toBe(400);
  });

  test('A search for SQL in logs and notifications finds exactly the entries with that text', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const texts = [...SQL_TEXTS, '"', 'ÉLODIE'];
    const visitor = visitorAt('192.0.2.1', undefined);
    for (const text of texts) {
      // In an entry's details, in a user agent and in a notification.
      expect((await admin.post('/api/admin/users', { username: `a ${text.trim()} z` })).statusCode).toBe(200);
      await app.client({ userAgent: `a ${text} z` }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
      app.notifications.notify({ kind: 'profile-update', user: { id: 'u', name: `a ${text} z` }, visitor });
    }
    await app.notifications.settle();
    const list = async <Row extends { id: string }>(what: string, q: string) =>
      (await admin.get(`/api/admin/${what}?limit=1000&q=${encodeURIComponent(q)}`)).json() as Row[];
    const entries = await list<ActivityEntry>('activity', '');
    const notifications = await list<Notification>('notifications', '');
    // Without ids and times: the search ignores them, and they may contain these texts by chance.
    const searchedIn = ({ id: _, guestId: __, createdAt: ___, details, ...entry }: ActivityEntry) =>
      [...Object.values(entry), ...Object.entries(details ?? {}).flat()].join('\n').toLowerCase();
    for (const text of texts) {
      const wanted = text.trim().toLowerCase();
      const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
      const having = entries.filter((entry) => searchedIn(entry).includes(wanted));
      expect([text, ids(await list('activity', text))]).toEqual([text, ids(having)]);
      expect(having.length).toBeGreaterThanOrEqual(2);
      const telling = notifications.filter(({ message }) => message.toLowerCase().includes(wanted));
      expect([text, ids(await list('notifications', text))]).toEqual([text, ids(telling)]);
      expect(telling.length).toBeGreaterThanOrEqual(1);
    }
  });

  test('SQL in a URL or a field changes no other account, session or log entry', async () => {
    const app = await startApp({ env: { SELF_REGISTRATION: 'true' } });
    await createAccount(app);
    await signedIn(app);
    const admin = await signedIn(app, ADMIN);
    await app.client().post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await app.notifications.settle();
    const state = async () => ({
      users: await app.db
        .selectFrom('users')
        .select(['id', 'username', 'role', 'status', 'password_hash'])
        .where('username', 'in', ['admin', 'mira'])
        .orderBy('id')
        .execute(),
      sessions: await app.db.selectFrom('sessions').select(['id', 'user_id']).orderBy('id').execute(),
      guestLog: await app.db.selectFrom('activity').select('id').where('action', '=', 'page_view').limit(1).execute(),
      unread: (await admin.get('/api/admin/notifications/unread-count')).json().count > 0,
    });
    const before = await state();
    for (const text of STATEMENTS) {
      const client = elsewhere(app, admin);
      await sendAll(client, [...(await writesWith(text, app)), ...urlsWith(text)]);
      expect((await attemptSignIn(app, app.client(), { username: text, password: text })).statusCode).toBe(401);
    }
    expect(await state()).toEqual(before);
    await signedIn(app);
  });
});

test('An invented or altered cursor is refused with 400', async () => {
  const app = await startApp();
  await insertUsers(app, [{ username: 'one' }, { username: 'two' }]);
  const admin = await signedIn(app, ADMIN);
  const { headers } = await admin.get('/api/admin/users?limit=1');
  const genuine = String(headers['x-next-cursor']);
  expect((await admin.get(`/api/admin/users?cursor=${genuine}`)).json()).toHaveLength(2);
  const made = [
    [1],
    [1, 2],
    ['1', 'x'],
    [1.5, 'x'],
    [2 ** 60, 'x'],
    [null, 'x'],
    [1, "' or 1=1 --"],
    [1, 'x\0'],
    [1, 'x'.repeat(101)],
    [1, 'x', 'more'],
    ['first', 'a\0', ''],
    ['first', 'a', '\ud800'],
    ['first', 'a'],
    ['last', 'a', 'b'],
    ['first', ['a'], { toString: 'b' }],
    { 0: 1, 1: 'x', length: 2 },
    'first',
    null,
  ].map(encodeCursor);
  const broken = ['x', '%00', '{}', '-1', '[]', genuine.slice(0, -3), `${genuine}AAAA`, genuine.toUpperCase()];
  for (const list of LISTS) {
    for (const cursor of [...made, ...broken]) {
      const { statusCode, body } = await admin.get(`/api/admin/${list}?cursor=${cursor}`);
      expect([list, cursor, statusCode, JSON.parse(body).error]).toEqual([list, cursor, 400, 'bad_input']);
    }
  }
});

describe('An export', () => {
  test('An export defuses formulas and leaves all other cells as they are', async () => {
    const app = await startApp();
    await insertUsers(
      app,
      FORMULAS.map(([text], index) => ({ username: `u${index}`, firstName: text, lastName: text })),
    );
    await insertUsers(app, [{ username: '\t=1+1', firstName: '\r=1+1', lastName: '  =1+1' }]);
    const admin = await signedIn(app, ADMIN);
    for (const [index, [text]] of FORMULAS.entries()) {
      const guest = app.client({ ip: `203.0.113.${index}`, userAgent: text });
      await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
    }
    const read = async (file: string) => {
      const { body } = await admin.get(`/api/admin/${file}`);
      const records: (readonly string[])[] = [];
      for await (const { cells } of csvRecords([Buffer.from(body)] as never)) records.push(cells);
      return { body, records };
    };
    const users = await read('users.csv');
    const log = await read('activity.csv');
    for (const { body, records } of [users, log]) {
      expect(new Set(records.map((cells) => cells.length)).size).toBe(1);
      for (const cell of records.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      // Spreadsheets of many countries start a new cell at a semicolon, even inside quotes.
      for (const cell of body.split(/[;\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
    }
    for (const [index, [, cell]] of FORMULAS.entries()) {
      const user = users.records.find(([username]) => username === `u${index}`);
      expect(user?.slice(2, 4)).toEqual([cell, cell]);
      const entry = log.records.find((cells) => cells[4] === `203.0.113.${index}`);
      expect(entry?.[6]).toBe(cell);
    }
  });
});

describe('Emails', () => {
  const AUTOMATIC = ['auto-submitted', 'x-auto-response-suppress'];
  const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to', ...AUTOMATIC].sort();

  test('An email has one recipient and only our headers, links and texts, whatever strangers type', async () => {
    const smtp = await TestSmtp.start();
    const organisation = 'Evil"\r\nBcc: all@evil.example\r\n\r\n<script>alert(1)</script>';
    const app = await startApp({ env: { SMTP_URL: smtp.url, SELF_REGISTRATION: 'true', ORGANISATION: organisation } });
    const lure = 'Your account is locked: https://evil.example/unlock';
    const refused = [
      'guest@example.com\r\nBcc: all@evil.example',
      'guest@example.com\nSubject: forged',
      'guest@example.com,other@example.com',
      'guest@example.com other@example.com',
      '"a b"@example.com',
      'guest@example.com>',
      '<guest@example.com>',
      'Guest <guest@example.com>',
      'guest@example.com\0.evil.example',
      'guest@[127.0.0.1]',
      'guest@example.com%0aBcc:all@evil.example',
      'gu\u202eest@example.com',
    ];
    for (const email of refused) {
      const { statusCode } = await app.client().post('/api/user/send-verification-code', { email });
      expect([email, statusCode]).toEqual([email, 400]);
    }
    const odd = "=cmd|'/c'!{{7*7}}`$x@example.com";
    const sent: string[] = [];
    for (const [email, userAgent] of [
      [odd, `${lure}/1.0 (Windows NT 10.0; <img src=x onerror=alert(1)>)`],
      ['guest@example.com', `${lure} ${LINE_BREAKERS[0]} (x`],
    ] as const) {
      await app.client({ userAgent }).post('/api/user/send-verification-code', { email });
      sent.push(email);
    }
    const register = async (username: string) =>
      app.client().post('/api/auth/register', {
        username,
        password: PASSWORD,
        email: 'nina@example.com',
        firstName: lure,
        lastName: lure,
        recaptchaToken: await captchaToken(app),
      });
    for (const username of [lure, 'a\r\nBcc:b', 'see\u2028evil', 'https://evil.example', '\u202enimda'])
      expect([username, (await register(username)).statusCode]).toEqual([username, 400]);
    expect((await register('"><script>alert(1)</script>'.replace('/', ''))).statusCode).toBe(200);
    sent.push('nina@example.com');
    const admin = await signedIn(app, ADMIN);
    const made = { username: '</p><img src=x onerror=alert(1)>', email: 'made@example.com', sendByMail: true };
    expect((await admin.post('/api/admin/users', made)).statusCode).toBe(200);
    sent.push('made@example.com');

    const mails = [];
    for (const number of sent.keys()) mails.push(await smtp.mail(number + 1));
    expect(mails.map(({ to }) => to).sort()).toEqual(sent.sort());
    for (const mail of mails) {
      expect(mail.recipients).toEqual([mail.to]);
      expect(mail.headers).toEqual(HEADERS);
      expect(mail.html).not.toMatch(/<(?:script|img|iframe|form|object)/i);
      expect(mail.html.match(/href="[^"]*"/g) ?? []).toEqual(
        mail.to.startsWith('nina') || mail.to.startsWith('made')
          ? [expect.stringMatching('^href="http://localhost:3000/auth')]
          : [],
      );
      expect(wordsOf(mail)).not.toMatch(/locked|unlock/);
    }
    expect(mails.filter(({ text }) => text.includes('Device: Windows\n'))).toHaveLength(1);
    expect(smtp.received).toHaveLength(4);
  });

  test('No text of a mail server reaches staff, and control characters of a chat do not stop delivery', async () => {
    const smtp = await TestSmtp.start();
    smtp.behaviour = 'permanent-failure';
    smtp.refusal = 'no\0 such\u001b[31m <b>mailbox</b>';
    const bot = await startBotApi();
    const app = await startApp({ env: { SMTP_URL: smtp.url, TELEGRAM_API_ROOT: bot.url } });
    const admin = await signedIn(app, ADMIN);
    const chat = { ...SETTINGS, telegramBotToken: BOT_TOKEN, telegramChatId: '-100123' };
    expect((await admin.post('/api/admin/settings', chat)).statusCode).toBe(200);
    await app.client().post('/api/user/send-verification-code', { email: 'guest@example.com' });
    const failed = (channel: 'mail' | 'chat') =>
      app.db
        .selectFrom('outbox')
        .select('error')
        .where('channel', '=', channel)
        .where('state', '=', 'failed')
        .executeTakeFirst();
    await until('the email has failed for good', async () => (await failed('mail')) !== undefined);
    expect((await failed('mail'))?.error).toBe('550 The email was rejected');
    expect(app.logged.join('')).not.toContain('31m');
    await app.notifications.settle();
    await until('the chat was notified', () => bot.requests.length > 0);
    bot.state.status = 400;
    bot.state.body = JSON.stringify({ ok: false, description: 'a\0b\nc' });
    const username = '*_`[<b>link</b>](https://evil.example)';
    await createAccount(app, { username });
    await signedIn(app, { username });
    await app.notifications.settle();
    await until('nothing waits for the chat', async () => {
      const rows = await app.db.selectFrom('outbox').selectAll().where('channel', '=', 'chat').execute();
      return rows.every(({ state }) => state === 'sent' || state === 'failed');
    });
    expect((await failed('chat'))?.error).toBe('The chat service answered 400: a b c');
    // Without a parse mode, Telegram shows a text as it is.
    for (const { fields } of bot.requests) expect(fields).toEqual(['chat_id', 'text', 'link_preview_options']);
    expect(bot.requests.map(({ text }) => text).join()).toContain(`\n${username} signed in with`);
  });
});
