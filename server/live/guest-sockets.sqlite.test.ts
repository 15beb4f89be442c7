import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAccount, signedIn } from '../../tests/support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../../tests/support/app.ts';
import { detail } from '../../tests/support/detail.ts';
import { guestSocket, openGuestSocket } from '../../tests/support/live-socket.ts';
import { until } from '../../tests/support/process.ts';
import { publicGuestId } from '../visitor/guest-id.ts';

const EMAIL_ENTRY = '/user/email-entry';

/** A browser that has opened a guest page. */
async function browser(app: TestApp, ip?: string) {
  const client = app.client(ip === undefined ? {} : { ip });
  await client.get('/api/guest/help');
  const cookieId = String(client.cookies.get('guest')).split('.', 1)[0] as string;
  return Object.assign(client, { publicId: publicGuestId(app.keys, cookieId) });
}

const refused = async (port: number, ...[who, headers]: [Parameters<typeof openGuestSocket>[1], object?]) => {
  const { state } = openGuestSocket(port, who, { ...headers });
  await until('it is decided', () => state.opened || state.ended !== null);
  return state.ended;
};

describe('News for guests', () => {
  test('A guest is notified of a prompt and a redirect and finds them at once', async () => {
    const app = await startApp();
    const port = await listening(app);
    const admin = await signedIn(app, ADMIN);
    const guest = await browser(app, '203.0.113.9');
    const other = await browser(app, '203.0.113.10');
    const [page, elsewhere] = [await guestSocket(port, guest), await guestSocket(port, other)];
    let shown: unknown;
    page.socket.on('message', async (data) => {
      if (JSON.parse(String(data)).type === 'news') shown ??= (await guest.get('/api/guest/check-prompt')).json();
    });
    await admin.post('/api/admin/guest-prompt', { guestIp: guest.ip });
    await until('the prompt is found', () => shown !== undefined);
    expect(shown).toEqual({ showPrompt: true, message: 'Please enter your email', kind: 'email' });
    const before = page.news();
    await admin.post('/api/admin/redirects', {
      guestIp: guest.ip,
      isGuestRedirect: true,
      destinationPath: EMAIL_ENTRY,
    });
    await until('the redirect is news', () => page.news() > before);
    expect((await guest.get('/api/guest/check-redirect')).json().redirect).toBe(EMAIL_ENTRY);
    expect([...page.heard, ...elsewhere.heard].filter(({ type }) => type !== 'news' && type !== 'beat')).toEqual([]);
    expect(elsewhere.news()).toBe(0);
  });

  test('A change on one process is announced by another after it can be found there', async ({ skip }) => {
    const app = await startApp();
    if (app.database.env.DATABASE_URL === undefined) skip();
    const second = await startApp({ database: app.database });
    const port = await listening(second);
    const admin = await signedIn(app, ADMIN);
    for (let index = 0; index < 20; index += 1) {
      const guest = await browser(second, `203.0.113.${index}`);
      const page = await guestSocket(port, guest);
      let shown: boolean | undefined;
      page.socket.on('message', async (frame) => {
        // A beat says nothing.
        if (JSON.parse(String(frame)).type !== 'news') return;
        shown ??= (await guest.get('/api/guest/check-prompt')).json().showPrompt;
      });
      await admin.post('/api/admin/guest-prompt', { guestIp: guest.ip });
      await until('it has asked', () => shown !== undefined);
      expect(shown).toBe(true);
    }
  });

  test('A signed-in user is notified of a redirect, also of a bulk one', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const port = await listening(app);
    const admin = await signedIn(app, ADMIN);
    const client = await signedIn(app);
    const page = await guestSocket(port, client);
    await admin.post('/api/admin/redirects', { userId: user.id, destinationPath: '/terms-agreement' });
    await until('it is news', () => page.news() > 0);
    expect((await client.get('/api/user/check-redirect')).json().redirect).toBe('/terms-agreement');
    const before = page.news();
    app.guestSockets.notifyAll();
    await until('it is news again', () => page.news() > before);
  });

  test('Several changes within a moment are announced once', async () => {
    const app = await startApp();
    const port = await listening(app);
    const guest = await browser(app);
    const page = await guestSocket(port, guest);
    for (let times = 0; times < 50; times += 1) {
      app.guestSockets.notify(`guest:${guest.publicId}`);
      app.guestSockets.notify(`address:${guest.ip}`);
    }
    await until('it is told', () => page.news() > 0);
    app.guestSockets.notify(`guest:${guest.publicId}`);
    await until('it is told again', () => page.news() > 1);
    expect(page.news()).toBe(2);
  });

  test('After a gap every page is notified', async ({ skip }) => {
    const app = await startApp();
    if (app.database.env.DATABASE_URL !== undefined) skip();
    const port = await listening(app);
    const pages = await Promise.all([1, 2, 3].map(async () => guestSocket(port, await browser(app))));
    // A command beside the server writes to the file.
    const file = new DatabaseSync(`${app.database.env.DATA_DIR}/gatehouse.db`);
    onTestFinished(() => file.close());
    file.exec('create table beside (id integer)');
    await until('all are told', () => pages.every(({ news }) => news() > 0));
  });
});

describe('Admission of guest sockets', () => {
  test('Only known browsers on our host and from our pages get a socket', async () => {
    const app = await startApp();
    const port = await listening(app);
    const guest = await browser(app);
    expect(await refused(port, { ip: guest.ip, cookieHeader: '' })).toBe(401);
    expect(await refused(port, { ip: guest.ip, cookieHeader: 'guest=made.0.up' })).toBe(401);
    expect(await refused(port, guest, { origin: 'https://evil.example' })).toBe(403);
    expect(await refused(port, guest, { origin: '' })).toBe(403);
    expect(await refused(port, guest, { host: 'evil.example' })).toBe(404);
    expect(await refused(port, guest)).toBeNull();
    // An ended session neither signs in nor locks out.
    expect(await refused(port, { ip: guest.ip, cookieHeader: `${guest.cookieHeader}; gatehouse=made-up` })).toBeNull();
  });

  test('There is no socket before the gate, nor with a password that must be changed', async () => {
    const env = { GATE: 'token', GATE_SECRET: 'a-shared-secret-of-the-gate-long-enough' };
    const app = await startApp({ env, webDir: 'dist/web' });
    const port = await listening(app);
    const guest = app.client();
    // The page is there for everybody, and with it the cookie.
    await guest.get('/');
    expect(guest.cookies.has('guest')).toBe(true);
    expect(await refused(port, guest)).toBe(403);
    await createAccount(app, { passwordState: 'temporary' });
    expect(await refused(port, await signedIn(app))).toBe(403);
  });

  test('A browser has at most four sockets', async () => {
    const app = await startApp();
    const port = await listening(app);
    const guest = await browser(app);
    const four = await Promise.all([1, 2, 3, 4].map(() => guestSocket(port, guest)));
    expect(await refused(port, guest)).toBe(429);
    expect(await refused(port, await browser(app, guest.ip))).toBeNull();
    four[0]?.socket.close();
    await until('its place is free', async () => (await refused(port, guest)) === null);
  });

  test('The fuller the process, the fewer sockets a network gets', async () => {
    const app = await startApp({ guestSockets: { most: 40 } });
    const port = await listening(app);
    const open = async (ip: string) => refused(port, await browser(app, ip));
    for (let index = 0; index < 6; index += 1) expect(await open('203.0.113.1')).toBeNull();
    expect(await open('203.0.113.1')).toBe(429);
    // Neighbours have four times as much together.
    for (let index = 0; index < 18; index += 1) expect(await open(`203.0.113.${2 + (index % 3)}`)).toBeNull();
    expect(await open('203.0.113.200')).toBe(429);
    for (let index = 0; index < 16; index += 1) expect(await open(`198.51.${index}.1`)).toBeNull();
    expect(await open('192.0.2.1')).toBe(429);
    expect(app.guestSockets.count()).toBe(40);
  });
});

describe('The end of a guest socket', () => {
  test('A socket ends with its session; a renewed session may reconnect', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const port = await listening(app);
    const admin = await signedIn(app, ADMIN);
    const first = await signedIn(app);
    const page = await guestSocket(port, first);
    await first.post('/api/auth/logout');
    await until('who signed out is out', () => page.state.ended === 4001);
    const suspended = await guestSocket(port, await signedIn(app));
    await admin.request({
      method: 'PATCH',
      url: `/api/admin/users/${user.id}/status`,
      payload: { status: 'suspended' },
    });
    await until('the suspended one is out', () => suspended.state.ended === 4001);
    const own = await guestSocket(port, admin);
    const changed = { currentPassword: ADMIN.password, newPassword: 'another-long-password' };
    expect((await admin.post('/api/auth/change-password', changed)).statusCode).toBe(200);
    await until('the old token is out', () => own.state.ended === 4002);
    await guestSocket(port, admin);
  });

  test('A session that expires ends its sockets', async () => {
    const app = await startApp({ guestSockets: { beatEveryMs: 60 } });
    await createAccount(app);
    const port = await listening(app);
    const page = await guestSocket(port, await signedIn(app));
    app.clock.advance(31 * 60_000);
    await until('it is out', () => page.state.ended === 4001);
  });

  test('A socket ends when its page closes, answers no ping, or sends a message', async () => {
    const app = await startApp({ guestSockets: { beatEveryMs: 300 } });
    const port = await listening(app);
    const events: string[] = [];
    const names = new Map<string, string>();
    app.guestSockets.onOpen((id) => events.push(`${names.get(id)} open`));
    app.guestSockets.onClose((id, how) => events.push(`${names.get(id)} ${how}`));
    const named = async (name: string) => {
      const guest = await browser(app);
      names.set(guest.publicId, name);
      return guest;
    };

    const guest = await named('page');
    const tabs = [await guestSocket(port, guest), await guestSocket(port, guest)];
    expect(app.guestSockets.isConnected(guest.publicId)).toBe(true);
    tabs[0]?.socket.close(1001);
    await until('one is left', () => app.guestSockets.count() === 1);
    expect(app.guestSockets.isConnected(guest.publicId)).toBe(true);
    tabs[1]?.socket.close(1001);
    await until('none is left', () => !app.guestSockets.isConnected(guest.publicId));

    const silent = await named('silent');
    const connection = connect({ port, host: '127.0.0.1' });
    let ended = false;
    connection.on('close', () => {
      ended = true;
    });
    connection.on('error', () => undefined);
    connection.on('data', () => undefined);
    const lines = [
      'GET /ws/guest HTTP/1.1',
      'Host: localhost:3000',
      'Origin: http://localhost:3000',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Cookie: ${silent.cookieHeader}`,
    ];
    connection.write(`${lines.join('\r\n')}\r\n\r\n`);
    await until('it is given up', () => ended);

    const talking = await named('talking');
    const page = await guestSocket(port, talking);
    page.socket.send('{}');
    await until('it is out', () => page.state.ended !== null);
    await until('all have left', () => app.guestSockets.count() === 0);
    expect(events).toEqual([
      'page open',
      'page open',
      'page closed',
      'page closed',
      'silent open',
      'silent lost',
      'talking open',
      'talking lost',
    ]);
  });

  detail('A page that answers pings stays connected', async () => {
    const app = await startApp({ guestSockets: { beatEveryMs: 300 } });
    const port = await listening(app);
    const page = await guestSocket(port, await browser(app));
    await until('five beats', () => page.heard.filter(({ type }) => type === 'beat').length >= 5);
    expect(page.state.ended).toBeNull();
  });

  test('When the process ends, pages are asked to reconnect, and no guest counts as gone', async () => {
    const app = await startApp();
    const port = await listening(app);
    const page = await guestSocket(port, await browser(app));
    const events: string[] = [];
    app.guestSockets.onClose((_, how) => events.push(how));
    await app.close();
    await until('it is closed', () => page.state.ended === 1001);
    expect(events).toEqual([]);
  });
});
