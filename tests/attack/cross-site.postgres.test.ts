import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp } from '../support/app.ts';
import { changesBy } from '../support/contents.ts';
import { adminSocket, openSocket } from '../support/live-socket.ts';
import { until } from '../support/process.ts';
import { RawConnection } from '../support/raw-http.ts';
import { describedRoutes } from '../support/routes.ts';
import { expectUnsaid } from '../support/secrecy.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { addressOf, payloadOf, plantTarget } from './target.ts';

/** Headers of a request that a foreign page made the browser send. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'file://' },
  { origin: 'http://localhost:3001' },
  { origin: 'http://localhost' },
  { origin: 'https://localhost:3000' },
  { origin: 'ftp://localhost:3000' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3000@evil.example' },
  { origin: 'http://evil.localhost:3000' },
  { origin: 'http://localhost.:3000' },
  { origin: 'http://127.0.0.1:3000' },
  { origin: 'http://localhost:3000, https://evil.example' },
  { origin: 'localhost:3000' },
  // The origin takes precedence.
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
];
/** Old browsers and some navigations send no origin. */
const WITHOUT_ORIGIN: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
];
const CORS = /^access-control-/;

test('A foreign page can send no write, and no write accepts the content type of a form', async () => {
  const app = await startApp();
  const target = await plantTarget(app);
  const writes = (await describedRoutes(app)).filter(({ method }) => method !== 'GET');
  expect(writes.length).toBeGreaterThan(30);
  const changes = await changesBy(app, async () => {
    for (const route of writes) {
      const url = addressOf(route.path, target);
      const { type, payload } = payloadOf(route, target) ?? { type: 'application/json', payload: '{}' };
      const send = async (headers: Record<string, string>) => {
        const answer = await app.http.inject({
          method: route.method,
          url,
          payload,
          headers: { host: 'localhost:3000', cookie: target.admin.cookieHeader, 'content-type': type, ...headers },
        });
        expect(Object.keys(answer.headers).filter((name) => CORS.test(name))).toEqual([]);
        return [answer.statusCode, answer.json().error];
      };
      for (const headers of [...FOREIGN, ...WITHOUT_ORIGIN])
        expect([route.path, headers, await send(headers)]).toEqual([route.path, headers, [403, 'foreign_origin']]);
      for (const form of [
        'text/plain',
        'text/plain;application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'text/json',
        'application/xml',
      ]) {
        const own = { origin: 'http://localhost:3000', 'x-forwarded-for': `10.0.0.${form.length}` };
        const [status] = await send({ ...own, 'content-type': form });
        expect([route.path, form, status]).toEqual([route.path, form, 415]);
      }
    }
  });
  expect(changes).toEqual([]);
});

test('Other sites can read no route, get no CORS headers and use up no redirects', async () => {
  const app = await startApp();
  const target = await plantTarget(app);
  const victim = await signedIn(app, { username: 'victim' });
  const guest = app.client({ ip: '203.0.113.77' });
  await target.admin.post('/api/admin/redirects', {
    isGuestRedirect: true,
    guestIp: guest.ip,
    destinationPath: '/user/verify-code',
  });
  const reads = (await describedRoutes(app)).filter(({ method }) => method === 'GET');
  for (const { path } of reads) {
    const url = addressOf(path, target);
    for (const client of [victim, guest, target.admin]) {
      for (const headers of [FOREIGN[0] as Record<string, string>, ...WITHOUT_ORIGIN]) {
        for (const method of ['GET', 'HEAD'] as const) {
          const answer = await app.http.inject({
            method,
            url,
            headers: {
              host: 'localhost:3000',
              cookie: client.cookieHeader,
              'x-forwarded-for': client.ip,
              ...headers,
            },
          });
          expect([path, headers, answer.statusCode]).toEqual([path, headers, 403]);
          expect(Object.keys(answer.headers).filter((name) => CORS.test(name))).toEqual([]);
        }
      }
    }
    const asked = await target.admin.request({
      method: 'OPTIONS',
      url,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
    });
    expect([path, asked.statusCode]).toEqual([path, 404]);
    expect(Object.keys(asked.headers).filter((name) => CORS.test(name))).toEqual([]);
  }
  // Our own pages still get their redirects.
  const own = await victim.request({ url: '/api/user/check-redirect', headers: { 'sec-fetch-site': 'same-origin' } });
  expect(own.json().redirect).toBe('/terms-agreement');
  expect((await guest.get('/api/guest/check-redirect')).json().redirect).toBe('/user/verify-code');
});

test('The admin socket refuses foreign origins and clients without a valid admin session', async () => {
  const app = await startApp();
  const port = await listening(app);
  await createAccount(app, { username: 'fresh', role: 'admin', passwordState: 'temporary' });
  await createAccount(app, { username: 'demoted', role: 'admin' });
  const admin = (await signedIn(app, ADMIN)).cookieHeader;
  const fresh = (await signedIn(app, { username: 'fresh' })).cookieHeader;
  const demoted = (await signedIn(app, { username: 'demoted' })).cookieHeader;
  const guest = app.client();
  await guest.get('/api/guest/state');
  const refusals: [Record<string, string>, number][] = [
    ...FOREIGN.map((headers): [Record<string, string>, number] => [{ ...headers, cookie: admin }, 403]),
    [{ cookie: fresh }, 403],
    [{ cookie: guest.cookieHeader.replace('guest=', 'gatehouse=') }, 401],
    [{ cookie: `gatehouse=; ${admin}` }, 401],
    [{ cookie: admin.replace('gatehouse', 'Gatehouse') }, 401],
  ];
  const refused = refusals.map(([headers, status]) => ({ headers, status, ...openSocket(port, headers) }));
  await until('all sockets are refused', () => refused.every(({ state }) => state.ended !== null));
  for (const { headers, status, state } of refused) expect([headers, state.ended]).toEqual([headers, status]);
  // A client without an origin, which a page cannot be.
  const bare = RawConnection.open(port).send(
    `GET /ws HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${admin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  expect((await bare.answered())[0]?.status).toBe(403);

  await app.db.updateTable('users').set({ role: 'user' }).where('username', '=', 'demoted').execute();
  const { id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'demoted')
    .executeTakeFirstOrThrow();
  await app.transact('server', async (trx) => app.sessions.usersChanged(trx, [id]));
  app.clock.advance(31 * 60_000);
  for (const cookie of [demoted, admin]) {
    const { state } = openSocket(port, { cookie });
    await until('the socket is refused', () => state.ended !== null);
    expect(state.ended).toBe(401);
  }
});

test('The admin socket accepts only a well-formed claim to its own account and cuts off floods', async () => {
  const app = await startApp();
  const second = await createAccount(app, { username: 'second', role: 'admin' });
  const port = await listening(app);
  const admin = await signedIn(app, ADMIN);
  const other = await signedIn(app, { username: 'second' });
  const { id } = (await admin.get('/api/auth/user')).json();
  const cookie = admin.cookieHeader;
  const claim = (adminId: unknown, type: unknown = 'admin_auth') => JSON.stringify({ type, adminId });
  const open = async () => {
    const opened = openSocket(port, { cookie });
    await until('the socket is open', () => opened.state.opened);
    return opened;
  };

  // Malformed claims are ignored, and a claim to another account closes the socket.
  const odd = await open();
  // No compression, so no decompression bombs.
  expect(odd.socket.extensions).toBe('');
  for (const text of [
    claim([id]),
    claim({ id }),
    claim(1),
    claim(null),
    claim(id, ['admin_auth']),
    `[${claim(id)}]`,
    JSON.stringify({ type: 'admin_auth', adminID: id }),
    JSON.stringify({ __proto__: null, constructor: { type: 'admin_auth', adminId: id } }),
    `{"__proto__":${claim(id)}}`,
    '{"type":"subscribe","channel":"*"}',
    Buffer.from([0, 255, 254]),
    '\ud800',
  ])
    odd.socket.send(text);
  odd.socket.ping();
  await until(
    'every malformed message is logged',
    () => app.logged.filter((line) => line.includes('malformed socket')).length === 12,
  );
  await app.client().post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await app.notifications.settle();
  for (const claimed of [second.id, '', id.toUpperCase(), `${id} `, `${id}\0`]) {
    const liar = await open();
    liar.socket.send(claim(claimed));
    // Ignored after the false claim.
    liar.socket.send(claim(id));
    await until('the socket is closed', () => liar.state.ended !== null);
    expect([claimed, liar.state.ended, liar.heard]).toEqual([claimed, 4003, []]);
  }
  expect(odd.heard).toEqual([]);
  // A new one: a socket without a valid claim is closed after a few seconds.
  const large = await open();
  large.socket.send('x'.repeat(4 * 1024 + 1));
  await until('an oversized message closes the socket', () => large.state.ended === 1009);

  const flood = await open();
  flood.socket.send(claim(id));
  for (let index = 0; index < 5_000; index += 1) flood.socket.send(claim(id));
  await until('the flood is cut off', () => flood.state.ended !== null);
  expect(flood.heard.length).toBeLessThanOrEqual(50);
  const noise = await open();
  const before = app.logged.length;
  for (let index = 0; index < 5_000; index += 1) noise.socket.send('noise');
  await until('the noise is cut off', () => noise.state.ended !== null);
  expect(app.logged.length - before).toBeLessThanOrEqual(60);

  // One IP address may have twenty sockets without a claim, over all accounts.
  const silent = [admin, await signedIn(app, ADMIN), other].flatMap((client) => {
    const headers = { cookie: client.cookieHeader, 'x-forwarded-for': '203.0.113.9' };
    return Array.from({ length: 8 }, () => openSocket(port, headers).state);
  });
  await until('all sockets are opened or refused', () => silent.every(({ opened, ended }) => opened || ended !== null));
  expect(silent.filter(({ opened }) => opened)).toHaveLength(20);
  expect(silent.filter(({ ended }) => ended === 429)).toHaveLength(4);
  const elsewhere = openSocket(port, { cookie: other.cookieHeader, 'x-forwarded-for': '203.0.113.10' });
  await until('another IP address can connect', () => elsewhere.state.opened);
});

test('Socket messages to admins never contain a code, a password or a whole address', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const port = await listening(app);
  const admin = await signedIn(app, ADMIN);
  const { heard } = await adminSocket(port, admin);
  const guest = app.client({ ip: '203.0.113.77' });
  const email = 'zephyrine.quill@example.com';
  await guest.post('/api/user/send-verification-code', { email });
  const code = codeIn(await smtp.mail());
  await guest.post('/api/guest/log-activity', { page: 'Verify Code Page', email });
  await guest.post('/api/guest/submit-email', { email });
  await guest.post('/api/guest/submit-code', { email, code: '918273' });
  await guest.post('/api/user/verify-code', { email, code: '918273' });
  await guest.post('/api/user/verify-code', { email, code });
  const made = await admin.post('/api/admin/users', { username: 'made', email: 'made@example.com', sendByMail: true });
  await app.client().post('/api/auth/login', { username: 'made', password: 'typed-password', recaptchaToken: 'none' });
  smtp.behaviour = 'permanent-failure';
  await app.client().post('/api/user/send-verification-code', { email: 'refused.person@example.com' });
  const types = new Set(['unread_count', 'new_notification', 'guests_changed']);
  await until('all notifications have arrived', () => {
    const titles = heard.flatMap((message) =>
      message.type === 'new_notification' ? [message.notification.title] : [],
    );
    return (
      ['Address verified', 'Wrong code'].every((title) => titles.includes(title)) &&
      titles.some((title) => /mail/i.test(title))
    );
  });
  const frames = JSON.stringify(heard);
  for (const typed of [code, '918273']) expectUnsaid(typed, frames);
  for (const secret of [made.json().temporaryPassword, 'typed-password', email, 'refused.person@example.com'])
    expect([secret, frames.includes(secret)]).toEqual([secret, false]);
  await until('the list of guests has changed', () => heard.some(({ type }) => type === 'guests_changed'));
  expect(new Set(heard.map(({ type }) => type))).toEqual(types);
});
