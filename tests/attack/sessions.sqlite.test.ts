import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { SOCKET_SIGNED_OUT } from '../../contract/live.ts';
import type { UserRow } from '../../server/db/tables.ts';
import { LIFETIME_MS } from '../../server/sessions/sessions.ts';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { adminSocket, openSocket } from '../support/live-socket.ts';
import { until } from '../support/process.ts';

const COOKIE = 'gatehouse';

/** Asks with this cookie, from a new IP address. */
const whoIs = (app: TestApp, cookie: string, url = '/api/auth/user') =>
  app.client().request({ url, headers: { cookie } });
const statusOf = async (answer: Promise<LightMyRequestResponse>) => (await answer).statusCode;

describe('The current password', () => {
  const needed = [400, 'current_password_needed'];
  const setPassword = async (client: HttpClient, url = '/api/auth/change-password') => {
    const answer = await client.post(url, { newPassword: 'a password of the thief' });
    return [answer.statusCode, answer.json().error ?? null];
  };

  test('A user or admin with their own password must enter it to change it', async () => {
    const app = await startApp();
    await createAccount(app);
    const [user, admin] = [await signedIn(app), await signedIn(app, ADMIN)];
    expect(await setPassword(user)).toEqual(needed);
    expect(await setPassword(admin)).toEqual(needed);
    expect(await setPassword(admin, '/api/admin/change-password')).toEqual([400, 'bad_input']);
    for (const client of [user, admin])
      for (const currentPassword of ['', null, [], {}])
        expect(
          (await client.post('/api/auth/change-password', { currentPassword, newPassword: 'a password of the thief' }))
            .statusCode,
        ).toBe(400);
    expect(await statusOf(attemptSignIn(app, app.client()))).toBe(200);
  });

  test('The temporary password is asked for again half an hour after the sign-in', async () => {
    const app = await startApp();
    await createAccount(app, { passwordState: 'temporary', temporaryPassword: PASSWORD });
    const client = await signedIn(app);
    for (let minutes = 0; minutes < 30; minutes += 10) {
      app.clock.advance(10 * 60_000);
      expect(await statusOf(client.get('/api/auth/user'))).toBe(200);
    }
    expect(await setPassword(client)).toEqual(needed);
  });

  test('A stolen session never keeps a password that it set during a password reset', async () => {
    const app = await startApp();
    const { id } = await createAccount(app, { passwordState: 'temporary', temporaryPassword: PASSWORD });
    const [thief, admin] = [await signedIn(app), await signedIn(app, ADMIN)];
    const [reset, ...stolen] = await Promise.all([
      admin.post(`/api/admin/users/${id}/reset-password`),
      ...Array.from({ length: 3 }, () => setPassword(thief)),
    ]);
    expect(reset.statusCode).toBe(200);
    const { temporaryPassword: password } = reset.json();
    // Either the reset undid the change, or the change was refused.
    for (const [status] of stolen) expect([200, 400, 401]).toContain(status);
    expect(await statusOf(thief.get('/api/auth/user'))).toBe(401);
    expect(await setPassword(thief)).toEqual([401, 'not_signed_in']);
    expect(await statusOf(attemptSignIn(app, app.client(), { password: 'a password of the thief' }))).toBe(401);
    expect(await statusOf(attemptSignIn(app, app.client(), { password }))).toBe(200);
  });
});

test('A sign-in never adopts a session cookie that was planted before', async () => {
  const app = await startApp();
  await createAccount(app);
  await createAccount(app, { username: 'attacker' });
  const attacker = (await signedIn(app, { username: 'attacker' })).cookies.get(COOKIE) as string;
  const over = await signedIn(app, { username: 'attacker' });
  const ended = over.cookies.get(COOKIE) as string;
  await over.post('/api/auth/logout');

  const seen = new Set<string>();
  for (const planted of ['chosen-by-the-attacker', 'A'.repeat(43), ended, attacker, '', 'x'.repeat(4_000)]) {
    const victim = app.client();
    victim.cookies.set(COOKIE, planted);
    expect((await attemptSignIn(app, victim)).statusCode).toBe(200);
    const own = victim.cookies.get(COOKIE) as string;
    expect([planted, own.length, seen.has(own)]).toEqual([planted, 43, false]);
    seen.add(own);
    expect((await whoIs(app, `${COOKIE}=${own}`)).json().username).toBe('mira');
    expect([planted, await statusOf(whoIs(app, `${COOKIE}=${planted}`))]).toEqual([planted, 401]);
  }
  // Anonymous requests get no session cookie.
  const visitor = app.client();
  for (const url of ['/', '/api/portal', '/api/guest/state', '/api/captcha/challenge', '/api/auth/user'])
    await visitor.get(url);
  expect([...visitor.cookies.keys()].filter((name) => name !== 'guest')).toEqual([]);
});

describe('A copied cookie', () => {
  interface Theft {
    readonly app: TestApp;
    readonly staff: HttpClient;
    readonly victim: HttpClient;
    readonly user: UserRow;
  }
  type Ending = (theft: Theft) => Promise<LightMyRequestResponse>;

  const change =
    (method: 'PATCH' | 'POST' | 'DELETE', path: string, payload?: object): Ending =>
    ({ staff, user }) =>
      staff.request({ method, url: `/api/admin/users/${user.id}${path}`, ...(payload && { payload }) });
  const ENDINGS: Record<string, Ending> = {
    'sign-out': ({ victim }) => victim.post('/api/auth/logout'),
    'another sign-in in the same browser': ({ app, victim, user }) => attemptSignIn(app, victim, user),
    suspension: change('PATCH', '/status', { status: 'suspended' }),
    'having to sign in again': change('PATCH', '/status', { status: 'needs_auth' }),
    demotion: change('PATCH', '/role', { role: 'user' }),
    'a reset of the password': change('POST', '/reset-password'),
    'the end of all sessions': change('DELETE', '/sessions'),
    deletion: change('DELETE', ''),
  };

  test('A copied cookie opens no route and no socket after its session has ended', async () => {
    const app = await startApp();
    const port = await listening(app);
    const staff = await signedIn(app, ADMIN);
    for (const [name, end] of Object.entries(ENDINGS)) {
      const user = await createAccount(app, { username: name, role: 'admin' });
      const victim = await signedIn(app, user);
      const copy = victim.cookieHeader;
      const { state } = await adminSocket(port, victim);
      expect([name, await statusOf(whoIs(app, copy, '/api/admin/stats'))]).toEqual([name, 200]);
      expect([name, await statusOf(end({ app, staff, victim, user }))]).toEqual([name, 200]);
      for (const url of ['/api/auth/user', '/api/admin/stats', '/api/user/profile'])
        expect([name, url, await statusOf(whoIs(app, copy, url))]).toEqual([name, url, 401]);
      await until(`the socket is closed after ${name}`, () => state.ended === SOCKET_SIGNED_OUT);
      const again = openSocket(port, { cookie: copy });
      await until(`no new socket after ${name}`, () => again.state.ended === 401);
    }
  });

  test('A copied cookie stops working when the owner changes the password, and the owner stays signed in', async () => {
    const app = await startApp();
    const port = await listening(app);
    const owner = await signedIn(app, ADMIN);
    const elsewhere = await signedIn(app, ADMIN);
    const copy = owner.cookieHeader;
    const page = await adminSocket(port, owner);
    const thief = await adminSocket(port, owner);
    const other = await adminSocket(port, elsewhere);
    const passwords = { currentPassword: ADMIN.password, newPassword: 'another long password' };
    expect(await statusOf(owner.post('/api/admin/change-password', passwords))).toBe(200);

    expect(owner.cookieHeader).not.toBe(copy);
    expect(await statusOf(owner.get('/api/admin/stats'))).toBe(200);
    expect(await statusOf(whoIs(app, copy))).toBe(401);
    expect(await statusOf(elsewhere.get('/api/auth/user'))).toBe(401);
    const sockets = [page, thief, other];
    await until('all sockets are closed', () => sockets.every(({ state }) => state.ended !== null));
    // Only the other session gets "signed out": the owner's page reconnects with its new cookie.
    expect(sockets.map(({ state }) => state.ended === SOCKET_SIGNED_OUT)).toEqual([false, false, true]);
    await adminSocket(port, owner);
    const back = openSocket(port, { cookie: copy });
    await until('the thief cannot reconnect', () => back.state.ended === 401);
  });

  test('A socket never outlives its session, neither by age nor by a race', async () => {
    const app = await startApp();
    const port = await listening(app);
    const client = await signedIn(app, ADMIN);
    const { id } = (await client.get('/api/auth/user')).json();
    const old = await adminSocket(port, client);
    app.clock.advance(LIFETIME_MS.staff);
    await app.transact('server', async (trx) => app.sessions.usersChanged(trx, [id]));
    await until('the old socket is closed', () => old.state.ended === SOCKET_SIGNED_OUT);
    const late = openSocket(port, { cookie: client.cookieHeader });
    await until('a new socket is refused', () => late.state.ended === 401);

    // The session ends between its lookup and the end of the handshake.
    const racer = await signedIn(app, ADMIN);
    const copy = racer.cookieHeader;
    const find = app.sessions.find.bind(app.sessions);
    const lookedUp = Promise.withResolvers<void>();
    const signedOut = Promise.withResolvers<void>();
    app.sessions.find = async (token, passive) => {
      const found = await find(token, passive);
      if (!passive) return found;
      app.sessions.find = find;
      lookedUp.resolve();
      await signedOut.promise;
      return found;
    };
    const { state, heard } = openSocket(port, { cookie: copy });
    await lookedUp.promise;
    await racer.post('/api/auth/logout');
    signedOut.resolve();
    await until('the socket is closed', () => state.ended === SOCKET_SIGNED_OUT);
    expect(heard).toEqual([]);
  });
});

describe('A session token', () => {
  test('Only the exact session token in its cookie is accepted, and no database value works as one', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const token = client.cookies.get(COOKIE) as string;
    const row = await app.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const user = await app.db.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirstOrThrow();
    const bad = [
      token.slice(0, -1),
      `${token}A`,
      token.slice(1),
      `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
      token.toLowerCase(),
      `"${token}"`,
      `${token}.`,
      `${token}%00`,
      Buffer.from(token, 'base64url').toString('base64'),
      Buffer.from(token, 'base64url').toString('hex'),
      Buffer.from(token).toString('base64url'),
      '*',
      '%',
      'null',
      "' or '1'='1",
      ...[...Object.values(row), ...Object.values(user)].map(String),
    ];
    for (const value of bad) expect([value, await statusOf(whoIs(app, `${COOKIE}=${value}`))]).toEqual([value, 401]);
    for (const cookie of [
      `Gatehouse=${token}`,
      `${COOKIE} =${token}`,
      `x${COOKIE}=${token}`,
      `__Host-${COOKIE}=${token}`,
      token,
    ])
      expect([cookie, await statusOf(whoIs(app, cookie))]).toEqual([cookie, 401]);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `Basic ${Buffer.from(`mira:${PASSWORD}`).toString('base64')}` },
      { 'x-session-token': token },
      { 'x-user-id': row.user_id, 'x-forwarded-user': 'admin', 'x-role': 'admin' },
    ])
      expect([
        headers,
        await statusOf(app.client().request({ url: `/api/auth/user?${COOKIE}=${token}`, headers })),
      ]).toEqual([headers, 401]);
    expect(await statusOf(client.get('/api/auth/user'))).toBe(200);
  });

  test('Of two session cookies the first counts, for calls and for the socket', async () => {
    const app = await startApp();
    const port = await listening(app);
    await createAccount(app);
    const admin = (await signedIn(app, ADMIN)).cookieHeader;
    const user = (await signedIn(app)).cookieHeader;
    const socketStatus = async (cookie: string) => {
      const { state } = openSocket(port, { cookie });
      await until('the socket is opened or refused', () => state.opened || state.ended !== null);
      return state.opened ? 101 : state.ended;
    };
    for (const [cookie, call, socket] of [
      [`${admin}; ${user}`, 200, 101],
      [`${user}; ${admin}`, 403, 403],
      [`${COOKIE}=made-up; ${admin}`, 401, 401],
      [`${COOKIE}=; ${admin}`, 401, 401],
    ] as const)
      expect([cookie, await statusOf(whoIs(app, cookie, '/api/admin/stats')), await socketStatus(cookie)]).toEqual([
        cookie,
        call,
        socket,
      ]);
  });

  test('On HTTPS, cookies have the __Host- prefix and safe attributes', async () => {
    const app = await startApp({ env: { PUBLIC_URL: 'https://portal.example' } });
    const client = app.client();
    const answer = await client.post('/api/auth/login', { ...ADMIN, recaptchaToken: await captchaToken(app) });
    const token = client.cookies.get(`__Host-${COOKIE}`) as string;
    expect(answer.statusCode).toBe(200);
    for (const name of [COOKIE, `__Secure-${COOKIE}`, `__host-${COOKIE}`])
      expect([name, await statusOf(whoIs(app, `${name}=${token}`))]).toEqual([name, 401]);
    expect(await statusOf(whoIs(app, `__Host-${COOKIE}=${token}`))).toBe(200);
    // The guest cookie and the cookie of a sign-out too.
    const cookies = [
      (await client.get('/api/guest/state')).headers['set-cookie'],
      (await client.post('/api/auth/logout')).headers['set-cookie'],
    ].map(String);
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['__Host-guest', `__Host-${COOKIE}`]);
    for (const cookie of cookies) {
      for (const attribute of ['; Path=/', '; HttpOnly', '; SameSite=Lax', '; Secure'])
        expect(cookie).toContain(attribute);
      expect(cookie).not.toMatch(/domain/i);
    }
  });
});
