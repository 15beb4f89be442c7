import { expect, test } from 'vitest';
import type { ServerMessage } from '../../contract/live.ts';
import { createAccount, signedIn } from '../../tests/support/accounts.ts';
import { ADMIN, listening, startApp } from '../../tests/support/app.ts';
import { adminSocket, openSocket } from '../../tests/support/live-socket.ts';
import { until } from '../../tests/support/process.ts';

test("An admin's socket announces notifications and guests", async () => {
  const app = await startApp();
  const port = await listening(app);
  const { heard } = await adminSocket(port, await signedIn(app, ADMIN));
  await app.client({ ip: '203.0.113.9' }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
  const has = (type: ServerMessage['type'], text = '') =>
    heard.some((message) => message.type === type && JSON.stringify(message).includes(text));
  await until('the notification is there', () => has('new_notification', 'Guest (203.0.113.9)'));
  await until('the guests have changed', () => has('guests_changed'));
  await until('the count is there', () =>
    heard.some((message) => message.type === 'unread_count' && message.count >= 1),
  );
});

test('Events of one process reach the admins of another', async ({ skip }) => {
  const app = await startApp();
  if (app.database.env.DATABASE_URL === undefined) skip();
  const second = await startApp({ database: app.database });
  const { heard } = await adminSocket(await listening(second), await signedIn(second, ADMIN));
  await app.client({ ip: '203.0.113.9' }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await until('both are heard', () => new Set(heard.map(({ type }) => type)).size === 3);
});

test('Sockets are for admins only, on our host and from our pages', async () => {
  const app = await startApp();
  await createAccount(app);
  const port = await listening(app);
  const admin = (await signedIn(app, ADMIN)).cookieHeader;
  const user = (await signedIn(app)).cookieHeader;
  for (const [headers, status, path] of [
    [{}, 401],
    [{ cookie: 'gatehouse=made-up' }, 401],
    [{ cookie: user }, 403],
    [{ cookie: admin, origin: 'https://evil.example' }, 403],
    [{ cookie: admin, origin: '' }, 403],
    [{ cookie: admin, host: 'evil.example' }, 404],
    [{ cookie: admin }, 404, '/ws/other'],
  ] as [Record<string, string>, number, string?][]) {
    const { state } = openSocket(port, headers, { path });
    await until('it is refused', () => state.ended !== null);
    expect([headers, state.ended]).toEqual([headers, status]);
  }
});

test('A page that claims another admin, or sends nothing, gets no news', async () => {
  const app = await startApp();
  const other = await createAccount(app, { role: 'admin', username: 'second' });
  const port = await listening(app);
  const client = await signedIn(app, ADMIN);
  const liar = openSocket(port, { cookie: client.cookieHeader });
  const silent = openSocket(port, { cookie: client.cookieHeader });
  const odd = await adminSocket(port, client);
  await until('both are open', () => liar.state.opened && silent.state.opened);
  liar.socket.send(JSON.stringify({ type: 'admin_auth', adminId: other.id }));
  await until('the liar is out', () => liar.state.ended === 4003);
  for (const text of ['', 'nonsense', 'null', '[]', '{"type":"x"}', '{"type":"admin_auth","adminId":7}'])
    odd.socket.send(text);
  await app.client().post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await until('the odd one still hears', () => odd.heard.some(({ type }) => type === 'new_notification'));
  expect([silent.heard, liar.heard]).toEqual([[], []]);
  expect(app.logged.filter((line) => line.includes('malformed socket message')).length).toBe(6);
  odd.socket.send('x'.repeat(5_000));
  await until('too much is the end', () => odd.state.ended === 1009);
});

test('A socket ends with its session, however that ends', async () => {
  const app = await startApp();
  const second = await createAccount(app, { role: 'admin', username: 'second' });
  const port = await listening(app);
  const client = await signedIn(app, ADMIN);
  const suspended = await adminSocket(port, await signedIn(app, { username: 'second' }));
  await client.request({
    method: 'PATCH',
    url: `/api/admin/users/${second.id}/status`,
    payload: { status: 'suspended' },
  });
  await until('the suspended one is out', () => suspended.state.ended === 4001);
  const own = await adminSocket(port, client);
  await client.post('/api/auth/logout');
  await until('who signed out is out', () => own.state.ended === 4001);
});

test('Each session has at most ten sockets', async () => {
  const app = await startApp();
  const port = await listening(app);
  const client = await signedIn(app, ADMIN);
  for (let index = 0; index < 10; index += 1) await adminSocket(port, client);
  const eleventh = openSocket(port, { cookie: client.cookieHeader });
  await until('it is refused', () => eleventh.state.ended === 429);
});
