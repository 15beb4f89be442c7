import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { maySeeNotification } from '../../contract/notifications/notifications.rules.ts';
import { NotificationType } from '../../contract/notifications/notifications.ts';
import { isPermission, may, mayManage } from '../../contract/users/roles.rules.ts';
import { ROLES, type Role } from '../../contract/users/users.rules.ts';
import { mayReceive } from '../../server/live/sockets.ts';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import { changesBy } from '../support/contents.ts';
import type { HttpClient } from '../support/http-client.ts';
import { adminSocket, openSocket } from '../support/live-socket.ts';
import { until } from '../support/process.ts';
import { type DescribedRoute, describedRoutes } from '../support/routes.ts';
import { addressOf, MARKED, payloadOf, plantTarget } from './target.ts';

const STAFF = ['helper', 'manager', 'auditor', 'admin'] as const satisfies Role[];

/** One account for each role, just signed in. */
async function signedInRoles(app: TestApp): Promise<Record<Role, HttpClient>> {
  const clients: Partial<Record<Role, HttpClient>> = {};
  for (const role of ROLES) {
    await createAccount(app, { username: `the-${role}`, role });
    clients[role] = await signedIn(app, { username: `the-${role}` });
  }
  return clients as Record<Role, HttpClient>;
}

const errorIn = (body: string) => (body.startsWith('{') ? (JSON.parse(body) as { error?: string }).error : undefined);

/** An id that does not exist, so that an allowed call changes nothing. */
const harmless = ({ path }: DescribedRoute) => path.replaceAll(/\{\w+\}/g, 'nobody');

test('Every route answers exactly the roles that have its permission', async () => {
  const app = await startApp();
  const target = await plantTarget(app);
  const clients = await signedInRoles(app);
  const routes = (await describedRoutes(app)).filter(({ access }) => isPermission(access));
  expect(routes.length).toBeGreaterThan(60);

  const refused = await changesBy(app, async () => {
    for (const route of routes) {
      const body = payloadOf(route, target);
      const ask = (client: HttpClient) =>
        client.request({
          method: route.method,
          url: addressOf(route.path, target),
          ...(body !== null && { payload: body.payload, headers: { 'content-type': body.type } }),
        });
      const where = `${route.method} ${route.path}`;
      expect([where, (await ask(app.client())).statusCode]).toEqual([where, 401]);
      for (const role of ROLES) {
        if (!isPermission(route.access) || may(role, route.access)) continue;
        const answer = await ask(clients[role]);
        expect([where, role, answer.statusCode, errorIn(answer.body)]).toEqual([where, role, 403, 'not_allowed']);
        expect(answer.body, where).not.toMatch(MARKED);
      }
    }
  });
  expect(refused).toEqual([]);

  for (const route of routes) {
    const body = route.fields === null || route.method === 'GET' ? {} : { payload: {} };
    for (const role of ROLES) {
      if (!isPermission(route.access) || !may(role, route.access)) continue;
      const file = route.path.endsWith('/import') ? { payload: '', headers: { 'content-type': 'text/csv' } } : body;
      const answer = await clients[role].request({ method: route.method, url: harmless(route), ...file });
      const where = `${role}: ${route.method} ${route.path} ${answer.body.slice(0, 200)}`;
      expect([401, 500, 503], where).not.toContain(answer.statusCode);
      expect(errorIn(answer.body), where).not.toBe('not_allowed');
    }
  }
});

/** Calls that change an account or use it. */
const ATTEMPTS: Record<string, (id: string, sessionId: string) => InjectOptions> = {
  suspend: (id) => ({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } }),
  demote: (id) => ({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role: 'user' } }),
  edit: (id) => ({ method: 'PATCH', url: `/api/admin/users/${id}`, payload: { email: 'intruder@example.com' } }),
  delete: (id) => ({ method: 'DELETE', url: `/api/admin/users/${id}` }),
  'reset the password': (id) => ({ method: 'POST', url: `/api/admin/users/${id}/reset-password`, payload: {} }),
  'read the temporary password': (id) => ({ method: 'POST', url: `/api/admin/users/${id}/temporary-password` }),
  'end the sessions': (id) => ({ method: 'DELETE', url: `/api/admin/users/${id}/sessions` }),
  'end a session': (id, sessionId) => ({ method: 'DELETE', url: `/api/admin/users/${id}/sessions/${sessionId}` }),
  redirect: (userId) => ({
    method: 'POST',
    url: '/api/admin/redirects',
    payload: { userId, destinationPath: '/auth/re-login', isPersistent: true },
  }),
};

test('Staff cannot change accounts that their role may not manage', async () => {
  const app = await startApp();
  const clients = await signedInRoles(app);
  const routes = await describedRoutes(app);
  const attempts = { ...ATTEMPTS };
  if (routes.some(({ path }) => path === '/api/admin/users/{id}/second-factor'))
    attempts['reset the second factor'] = (id) => ({ method: 'DELETE', url: `/api/admin/users/${id}/second-factor` });
  const victims = await Promise.all(
    ROLES.map(async (role) => {
      const { id } = await createAccount(app, {
        username: `victim-${role}`,
        role,
        passwordState: 'temporary',
        temporaryPassword: PASSWORD,
      });
      await signedIn(app, { username: `victim-${role}` });
      const [session] = await app.sessions.listOf(id);
      return { role, id, sessionId: session?.id as string };
    }),
  );
  // Signing in used up the temporary passwords; these are for the attempt to read one.
  const sealed = await createAccount(app, {
    username: 'sealed',
    passwordState: 'temporary',
    temporaryPassword: PASSWORD,
  });
  const { temporary_password } = await app.db
    .selectFrom('users')
    .select('temporary_password')
    .where('id', '=', sealed.id)
    .executeTakeFirstOrThrow();
  await app.db.updateTable('users').set({ temporary_password }).where('username', 'like', 'victim-%').execute();
  const admin = await signedIn(app, ADMIN);
  const kept = await Promise.all(
    victims.map(async ({ id }) =>
      (await admin.post('/api/admin/redirects', { userId: id, destinationPath: '/terms-agreement' })).json(),
    ),
  );

  const changes = await changesBy(app, async () => {
    for (const role of ['helper', 'manager', 'auditor'] as const)
      for (const [index, victim] of victims.entries()) {
        if (mayManage(role, victim.role)) continue;
        for (const [what, attempt] of Object.entries(attempts)) {
          const answer = await clients[role].request(attempt(victim.id, victim.sessionId));
          const where = `${role}: ${what}, ${victim.role}`;
          expect([where, answer.statusCode, errorIn(answer.body)]).toEqual([where, 403, 'not_allowed']);
        }
        const url = `/api/admin/redirects/${kept[index].id}`;
        expect((await clients[role].request({ method: 'DELETE', url })).json().error).toBe('not_allowed');
      }
  });
  expect(changes).toEqual([]);

  // A manager may do all of it to a user.
  for (const [what, attempt] of Object.entries(attempts)) {
    const { id } = await createAccount(app, {
      username: `subject of ${what}`,
      passwordState: 'temporary',
      temporaryPassword: PASSWORD,
    });
    await signedIn(app, { username: `subject of ${what}` });
    await app.db.updateTable('users').set({ temporary_password }).where('id', '=', id).execute();
    const [session] = await app.sessions.listOf(id);
    const answer = await clients.manager.request(attempt(id, session?.id as string));
    expect([what, answer.statusCode]).toEqual([what, 200]);
  }
});

test('Staff who are not admins cannot give anyone a staff role, by any route', async () => {
  const app = await startApp();
  const clients = await signedInRoles(app);
  const { id } = await createAccount(app, { username: 'pawn' });
  const roles = ROLES.filter((role) => role !== 'user');
  for (const by of ['helper', 'manager', 'auditor'] as const) {
    const { id: own } = (await clients[by].get('/api/auth/user')).json();
    const changes = await changesBy(app, async () => {
      for (const role of roles) {
        const calls = {
          create: clients[by].post('/api/admin/users', { username: `made-${role}`, role }),
          'change the role': clients[by].request({
            method: 'PATCH',
            url: `/api/admin/users/${id}/role`,
            payload: { role },
          }),
          'in bulk': clients[by].post('/api/admin/users/bulk-action', {
            userIds: [id, own],
            action: 'role',
            value: role,
          }),
          'as bulk work': clients[by].post('/api/admin/bulk-jobs', {
            filter: { q: 'pawn' },
            action: 'role',
            value: role,
          }),
        };
        for (const [what, call] of Object.entries(calls)) {
          const answer = await call;
          expect([by, what, role, answer.statusCode]).toEqual([by, what, role, 403]);
        }
        // Nobody changes their own role.
        const self = { method: 'PATCH', url: `/api/admin/users/${own}/role`, payload: { role } } as const;
        expect((await clients[by].request(self)).statusCode).toBe(403);
        // An extra field in a profile is ignored.
        await clients[by].request({ method: 'PATCH', url: '/api/user/profile', payload: { role } });
      }
    });
    // Saving the profile itself is allowed.
    expect(changes.filter((change) => change.startsWith('users.role') || change === 'users +')).toEqual([]);
  }

  const lines = ['username,role', ...roles.map((role) => `imported-${role},${role}`), 'imported-user,user'];
  const file = { payload: `${lines.join('\r\n')}\r\n`, headers: { 'content-type': 'text/csv' } };
  const imported = await clients.manager.request({ method: 'POST', url: '/api/admin/users/import', ...file });
  expect(imported.json()).toEqual({
    good: 1,
    bad: roles.length,
    problems: roles.map((_, index) => ({ line: index + 2, problem: 'The role must be "user"' })),
  });
  const made = await app.db
    .selectFrom('users')
    .select(['username', 'role'])
    .where('username', 'like', '%mported%')
    .execute();
  expect(made).toEqual([{ username: 'imported-user', role: 'user' }]);
});

test('Bulk actions and bulk jobs never change staff accounts', async () => {
  const app = await startApp();
  const clients = await signedInRoles(app);
  const rolesNow = async () => {
    const rows = await app.db.selectFrom('users').select(['username', 'role', 'status']).orderBy('username').execute();
    return rows.filter(({ role }) => role !== 'user');
  };
  const before = await rolesNow();
  const ids = (await app.db.selectFrom('users').select('id').where('role', '<>', 'user').execute()).map(({ id }) => id);
  for (const by of ['manager', 'admin'] as const) {
    for (const action of [
      { action: 'delete' },
      { action: 'status', value: 'suspended' },
      { action: 'role', value: 'user' },
    ]) {
      const answer = await clients[by].post('/api/admin/users/bulk-action', { userIds: ids, ...action });
      expect([by, action, answer.json()]).toEqual([by, action, { affected: 0 }]);
    }
    for (const role of STAFF) {
      const counted = await clients[by].get(`/api/admin/bulk-jobs/count?role=${role}`);
      expect(counted.json()).toEqual({ users: 0, suspended: 0 });
    }
    const job = await clients[by].post('/api/admin/bulk-jobs', {
      filter: { q: 'the-', role: 'helper' },
      action: 'delete',
    });
    expect(job.statusCode).toBe(200);
    await until('the job is done', async () => {
      const [latest] = (await clients[by].get('/api/admin/bulk-jobs')).json();
      return latest.state === 'done' && latest.done === 0;
    });
  }
  expect(await rolesNow()).toEqual(before);
});

test('Helpers redirect guests, managers redirect users, admins both, auditors neither', async () => {
  const app = await startApp();
  const clients = await signedInRoles(app);
  const user = await createAccount(app, { username: 'pawn' });
  const toUser = { userId: user.id, destinationPath: '/terms-agreement' };
  const toGuest = { guestIp: '203.0.113.7', isGuestRedirect: true, destinationPath: '/user/verify-code' };
  const statuses: Record<string, number[]> = {};
  for (const role of STAFF) {
    const answers = [
      await clients[role].post('/api/admin/redirects', toUser),
      await clients[role].post('/api/admin/redirects', { ...toGuest, guestIp: `203.0.113.${7 + STAFF.indexOf(role)}` }),
    ];
    statuses[role] = answers.map(({ statusCode }) => statusCode);
  }
  expect(statuses).toEqual({ helper: [403, 200], manager: [200, 403], auditor: [403, 403], admin: [200, 200] });

  const listed = async (role: Role) =>
    ((await clients[role].get('/api/admin/redirects')).json() as { id: string; isGuestRedirect: boolean }[]).map(
      ({ isGuestRedirect }) => (isGuestRedirect ? 'guest' : 'user'),
    );
  expect(await listed('helper')).toEqual(['guest', 'guest']);
  expect(await listed('manager')).toEqual(['user']);
  for (const role of ['auditor', 'admin'] as const)
    expect((await listed(role)).sort()).toEqual(['guest', 'guest', 'user']);

  const all = (await clients.admin.get('/api/admin/redirects')).json() as { id: string; isGuestRedirect: boolean }[];
  const remove = (role: Role, isGuest: boolean) => {
    const id = all.find(({ isGuestRedirect }) => isGuestRedirect === isGuest)?.id;
    return clients[role].request({ method: 'DELETE', url: `/api/admin/redirects/${id}` });
  };
  expect((await remove('helper', false)).statusCode).toBe(403);
  expect((await remove('manager', true)).statusCode).toBe(403);
  expect((await remove('manager', false)).statusCode).toBe(200);
  expect((await remove('helper', true)).statusCode).toBe(200);
});

test('Each role receives, lists and counts only the notifications it may see, and marks them only for itself', async () => {
  const app = await startApp();
  const port = await listening(app);
  const clients = await signedInRoles(app);
  const pages = Object.fromEntries(
    await Promise.all(STAFF.map(async (role) => [role, await adminSocket(port, clients[role])] as const)),
  ) as Record<(typeof STAFF)[number], Awaited<ReturnType<typeof adminSocket>>>;
  const outside = openSocket(port, { cookie: clients.user.cookieHeader });
  await until('a user is refused', () => outside.state.ended === 403);

  const visitor = { ipAddress: '203.0.113.9', location: 'Somewhere', device: 'Test', userAgent: '' };
  const account = { id: 'someone', name: 'Someone' };
  const { notify } = app.notifications;
  notify({ kind: 'login', user: account, role: 'user', visitor });
  notify({ kind: 'failed-login', visitor });
  notify({ kind: 'profile-update', user: account, visitor });
  notify({ kind: 'page-view', page: 'Email Entry Page', guestId: 'g', isKnown: true, visitor });
  notify({ kind: 'code-refused', guestId: 'g', visitor });
  notify({ kind: 'help-asked', reason: 'no_mail', guestId: 'g', visitor });
  notify({ kind: 'told-to-come', range: '203.0.113.0/24', at: app.clock.now() });
  notify({ kind: 'mail-failure', recipient: 'a@example.com', guestId: 'g', why: 'no' });
  notify({ kind: 'webhook-failure', target: 'outcome', host: 'example.com', why: 'no' });
  notify({ kind: 'disk-tight', freeMb: 1 });
  await app.notifications.settle();
  const settings = (await clients.admin.get('/api/admin/settings')).json();
  const saved = await clients.admin.post('/api/admin/settings', { ...settings, exitMessage: 'Goodbye' });
  expect(saved.statusCode, saved.body).toBe(200);
  await app.client({ ip: '203.0.113.20' }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await clients.manager.post('/api/admin/bulk-jobs', { filter: { q: 'nobody at all' }, action: 'delete' });
  const kindsReceived = (role: (typeof STAFF)[number]) =>
    new Set(pages[role].heard.map((one) => (one.type === 'new_notification' ? one.notification.type : one.type)));
  await app.notifications.settle();
  await until(
    'the admin has received every kind',
    () => kindsReceived('admin').size === NotificationType.options.length + 3,
  );

  for (const role of STAFF) {
    const expected = [
      ...NotificationType.options.filter((type) => maySeeNotification(role, type)),
      'unread_count',
      ...(may(role, 'see-guests') ? ['guests_changed'] : []),
      ...(may(role, 'see-users') ? ['bulk_changed'] : []),
    ];
    await until(`the ${role} has received theirs`, () => kindsReceived(role).size >= expected.length);
    expect([role, [...kindsReceived(role)].sort()]).toEqual([role, expected.sort()]);
    for (const message of pages[role].heard) expect(mayReceive(role, message)).toBe(true);

    const listed = (await clients[role].get('/api/admin/notifications?limit=100')).json() as {
      type: NotificationType;
      id: string;
      isRead: boolean;
    }[];
    const found = (await clients[role].get('/api/admin/notifications?limit=100&q=o')).json() as typeof listed;
    for (const { type } of [...listed, ...found])
      expect([role, type, maySeeNotification(role, type)]).toEqual([role, type, true]);
    const unread = (await clients[role].get('/api/admin/notifications/unread-count')).json();
    const since = new Date(app.clock.now() - 60 * 60_000).toISOString();
    const counts = (await clients[role].get(`/api/admin/notifications/counts?since=${since}`)).json();
    // Notifications from before the account existed are listed, but not unread.
    const isUnread = listed.filter(({ isRead }) => !isRead);
    expect([role, unread.count, counts.total]).toEqual([role, isUnread.length, listed.length]);
    expect([role, new Set(isUnread.map(({ type }) => type))]).toEqual([
      role,
      new Set(NotificationType.options.filter((type) => maySeeNotification(role, type))),
    ]);
    expect([counts.loginsToday > 0, counts.pageViewsToday > 0]).toEqual([
      maySeeNotification(role, 'user_login'),
      maySeeNotification(role, 'page_view'),
    ]);
  }

  const unreadTypes = async (role: (typeof STAFF)[number]) => {
    const listed = (await clients[role].get('/api/admin/notifications?limit=100')).json() as {
      type: NotificationType;
      isRead: boolean;
    }[];
    return new Set(listed.filter(({ isRead }) => !isRead).map(({ type }) => type));
  };
  const rows = await app.db.selectFrom('notifications').select(['id', 'type']).execute();
  const all = { method: 'PATCH', url: '/api/admin/notifications/mark-all-read' } as const;
  // When other staff mark notifications as read, they stay unread for the admin.
  for (const role of STAFF.filter((one) => one !== 'admin')) {
    for (const { id } of rows)
      expect(
        (await clients[role].request({ method: 'PATCH', url: `/api/admin/notifications/${id}/read` })).statusCode,
      ).toBe(200);
    expect((await clients[role].request(all)).statusCode).toBe(200);
    expect([...(await unreadTypes(role))]).toEqual([]);
    expect([...(await unreadTypes('admin'))].sort()).toEqual([...NotificationType.options].sort());
  }
  const read = await app.db.selectFrom('notification_reads').select('user_id').execute();
  expect(read).toEqual([]);
});

test('A change of role ends the sessions and sockets of the account at once', async () => {
  const app = await startApp();
  const port = await listening(app);
  const clients = await signedInRoles(app);
  const page = await adminSocket(port, clients.admin);
  const { id } = (await clients.admin.get('/api/auth/user')).json();
  const first = await signedIn(app, ADMIN);
  const answer = await first.request({
    method: 'PATCH',
    url: `/api/admin/users/${id}/role`,
    payload: { role: 'helper' },
  });
  expect(answer.statusCode).toBe(200);
  await until('the socket is closed', () => page.state.ended === 4001);
  expect((await clients.admin.get('/api/admin/settings')).statusCode).toBe(401);
  const again = await signedIn(app, { username: 'the-admin' });
  expect((await again.get('/api/admin/settings')).statusCode).toBe(403);
  expect((await again.get('/api/admin/guests')).statusCode).toBe(200);
});
