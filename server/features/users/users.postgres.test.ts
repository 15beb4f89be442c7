import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { EXPORT_COLUMNS, IMPORT_COLUMNS } from '../../../contract/users/account-details.rules.ts';
import type { UserAccount, UserDetails, UserSession } from '../../../contract/users/users.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { detail, someOf } from '../../../tests/support/detail.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { insertUsers } from '../../../tests/support/many-users.ts';
import { until } from '../../../tests/support/process.ts';

const details = async (admin: HttpClient, id: string) =>
  (await admin.get(`/api/admin/users/${id}/details`)).json() as UserDetails;

const showPassword = (admin: HttpClient, id: string) => admin.post(`/api/admin/users/${id}/temporary-password`);

const isSignedIn = async (client: HttpClient) => (await client.get('/api/auth/user')).statusCode === 200;

/** What admins did to accounts, newest last. */
async function changes(app: TestApp) {
  const rows = await app.db
    .selectFrom('activity')
    .select(['user_id', 'details'])
    .where('action', '=', 'profile_update')
    .orderBy('id')
    .execute();
  return rows.map(({ user_id, details: text }) => ({ by: user_id, ...JSON.parse(text ?? '{}') }));
}

async function adminId(app: TestApp): Promise<string> {
  const row = await app.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', ADMIN.username)
    .executeTakeFirstOrThrow();
  return row.id;
}

describe('A new account', () => {
  const mira = { username: 'Mira', email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb', role: 'user' };

  async function miraCreated() {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const created = await admin.post('/api/admin/users', mira);
    expect(created.statusCode, created.body).toBe(200);
    const { temporaryPassword, id, ...user } = created.json();
    const signIn = () => signedIn(app, { username: 'mira', password: temporaryPassword });
    return { app, admin, id, user, temporaryPassword, signIn };
  }

  test('Staff can show the temporary password of a new account, and the log has who did', async () => {
    const { app, admin, id, user, temporaryPassword } = await miraCreated();
    expect(user).toMatchObject({ ...mira, status: 'active', authType: 'password' });
    expect((await details(admin, id)).password).toMatchObject({ state: 'temporary' });
    expect((await showPassword(admin, id)).json()).toEqual({ temporaryPassword });
    const about = { by: await adminId(app), user: id, username: 'Mira' };
    expect(await changes(app)).toEqual([
      { ...about, change: 'created', role: 'user' },
      { ...about, change: 'temporary password shown' },
    ]);
  });

  test('A temporary password signs in, and only to choose another one', async () => {
    const { app, signIn } = await miraCreated();
    expect((await attemptSignIn(app, app.client(), { username: 'mira', password: 'something else' })).statusCode).toBe(
      401,
    );
    const client = await signIn();
    expect((await client.get('/api/auth/user')).json().mustChangePassword).toBe(true);
    expect((await client.get('/api/user/profile')).json().error).toBe('password_change_required');
  });

  test('Staff cannot show a temporary password that was used', async () => {
    const { app, admin, id, signIn } = await miraCreated();
    await signIn();
    expect((await details(admin, id)).password).toMatchObject({ state: 'used' });
    const used = await showPassword(admin, id);
    expect([used.statusCode, used.json().error, used.json().message]).toEqual([
      409,
      'no_temporary_password',
      'There is no temporary password to show: it has expired, has been used, or the user has chosen a new one.',
    ]);
    expect((await showPassword(admin, 'nobody')).json().error).toBe('user_not_found');
    expect(await changes(app)).toHaveLength(1);
  });

  test('A temporary password signs in again until the user has chosen another one', async () => {
    const { admin, id, temporaryPassword, signIn } = await miraCreated();
    await signIn();
    const again = await signIn();
    const chosen = { currentPassword: temporaryPassword, newPassword: 'a password of my own' };
    expect((await again.post('/api/auth/change-password', chosen)).statusCode).toBe(200);
    expect((await details(admin, id)).password).toMatchObject({ state: 'own', until: null });
    expect((await showPassword(admin, id)).statusCode).toBe(409);
  });

  test('A temporary password is neither stored nor logged in clear text', async () => {
    const { app, admin, id, temporaryPassword, signIn } = await miraCreated();
    const expectHidden = async () => {
      const stored = JSON.stringify(await app.db.selectFrom('users').selectAll().execute());
      for (const place of [stored, app.logged.join(''), JSON.stringify(await changes(app))])
        expect(place).not.toContain(temporaryPassword);
    };
    await showPassword(admin, id);
    await expectHidden();
    await (await signIn()).post('/api/auth/change-password', {
      currentPassword: temporaryPassword,
      newPassword: 'a password of my own',
    });
    await expectHidden();
  });

  test('A new account gets its password by email, with what to do', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { temporaryPassword } = (await admin.post('/api/admin/users', { ...mira, sendByMail: true })).json();
    const sent = () => app.db.selectFrom('outbox').selectAll().execute();
    await until('the mail is sent', async () => (await sent())[0]?.state === 'sent');
    expect(await sent()).toMatchObject([{ recipient: 'mira@example.com', sealed: null }]);
    const [mail] = mailbox(app);
    for (const part of [temporaryPassword, 'Username: Mira', 'http://localhost:3000/auth', 'choose a new password'])
      expect(mail?.text).toContain(part);
  });

  test('An invalid new account is rejected with a sentence', async () => {
    const app = await startApp();
    await createAccount(app, { username: 'Mira', email: 'mira@example.com' });
    const admin = await signedIn(app, ADMIN);
    for (const [body, status, message] of [
      [{ username: 'mira', email: null }, 409, 'This username is taken. Please choose another one.'],
      [{ username: ' ＭＩＲＡ ', email: null }, 409, 'This username is taken. Please choose another one.'],
      [{ username: 'other', email: 'MIRA@example.com' }, 409, 'There is already an account with this email address.'],
      [{ username: '  ', email: null }, 400, 'Please enter a username'],
      [{ username: 'a\u0007b', email: null }, 400, 'Please use only letters, digits and common punctuation'],
      [{ username: 'other', email: 'nonsense' }, 400, 'Please enter a valid email address'],
      [{ username: 'other', firstName: 'x'.repeat(201) }, 400, 'First names can have at most 200 characters'],
      [{ username: 'other', role: 'owner' }, 400, '"role" is missing or not valid.'],
      [{ username: 'other', sendByMail: true }, 400, 'Enter an email address to send the password to'],
    ] as const) {
      const answer = await admin.post('/api/admin/users', body);
      expect([body, answer.statusCode, answer.json().message]).toEqual([body, status, message]);
    }
  });

  test('Hostile names are stored as they are', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const [index, firstName] of [
      '<img src=x onerror=alert(1)>',
      'שלום',
      '👩‍🚀'.repeat(20),
      '名'.repeat(200),
    ].entries()) {
      const answer = await admin.post('/api/admin/users', { username: `u${index}`, firstName, lastName: firstName });
      expect([answer.statusCode, answer.json().firstName]).toEqual([200, firstName]);
    }
    expect((await admin.get('/api/admin/users?q=%E5%90%8D')).json()).toHaveLength(1);
  });
});

function mailbox(app: TestApp): { text: string }[] {
  const dir = `${app.database.env.DATA_DIR}/mailbox`;
  return readdirSync(dir).map((file) => JSON.parse(readFileSync(`${dir}/${file}`, 'utf8')));
}

test('A reset ends every session and the old password; the new one is temporary', async () => {
  const app = await startApp();
  const user = await createAccount(app, { email: 'mira@example.com' });
  const admin = await signedIn(app, ADMIN);
  const client = await signedIn(app);
  const answer = await admin.post(`/api/admin/users/${user.id}/reset-password`);
  const { temporaryPassword } = answer.json();
  expect(await isSignedIn(client)).toBe(false);
  expect((await attemptSignIn(app, app.client())).statusCode).toBe(401);
  expect((await details(admin, user.id)).password).toMatchObject({ state: 'temporary' });
  await signedIn(app, { password: temporaryPassword });
  const own = await admin.post(`/api/admin/users/${await adminId(app)}/reset-password`);
  expect([own.statusCode, own.json().error]).toEqual([403, 'own_account']);
  expect(await changes(app)).toMatchObject([{ by: await adminId(app), change: 'password reset', user: user.id }]);
});

test('A reset during a sign-in with the old temporary password keeps that user out', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id, temporaryPassword } = (await admin.post('/api/admin/users', { username: 'mira' })).json();
  const client = app.client();
  const [signIn] = await Promise.all([
    attemptSignIn(app, client, { password: temporaryPassword }),
    admin.post(`/api/admin/users/${id}/reset-password`),
  ]);
  expect([200, 401]).toContain(signIn.statusCode);
  expect(await isSignedIn(client)).toBe(false);
});

describe('The status of a user', () => {
  test.for(['suspended', 'needs_auth'] as const)('%s ends every session at once', async (status) => {
    const app = await startApp();
    const user = await createAccount(app);
    const admin = await signedIn(app, ADMIN);
    const client = await signedIn(app);
    const patch = (to: string) =>
      admin.request({ method: 'PATCH', url: `/api/admin/users/${user.id}/status`, payload: { status: to } });
    expect((await patch(status)).json()).toMatchObject({ id: user.id, status });
    expect(await isSignedIn(client)).toBe(false);
    const back = await attemptSignIn(app, client);
    if (status === 'suspended') {
      expect([back.statusCode, back.json().error]).toEqual([403, 'account_suspended']);
      expect((await patch('active')).json().status).toBe('active');
      expect((await attemptSignIn(app, client)).statusCode).toBe(200);
    } else {
      expect([back.statusCode, back.json().status]).toEqual([200, 'active']);
    }
    expect((await changes(app))[0]).toMatchObject({ by: await adminId(app), change: 'status', status, user: user.id });
  });

  test('Admins cannot change their own status, nor that of a deleted user', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const patch = (id: string) =>
      admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } });
    expect((await patch(await adminId(app))).json().error).toBe('own_account');
    const gone = await patch('nobody');
    expect([gone.statusCode, gone.json().error]).toEqual([404, 'user_not_found']);
  });
});

describe('the last activity', () => {
  const A_DAY = 24 * 60 * 60_000;
  const patch = (client: HttpClient, url: string, payload: object) =>
    client.request({ method: 'PATCH', url: `/api/admin/users/${url}`, payload });

  /** Everything that staff can do to an account without ending it. */
  async function changeAll(admin: HttpClient, id: string) {
    for (const answer of [
      await patch(admin, id, { firstName: 'Zoë' }),
      await patch(admin, `${id}/status`, { status: 'suspended' }),
      await patch(admin, `${id}/status`, { status: 'active' }),
      await admin.post(`/api/admin/users/${id}/reset-password`),
    ])
      expect(answer.statusCode, answer.body).toBe(200);
  }

  test('is when somebody was last seen: staff changes make nobody active, and a sign-in is no update', async () => {
    const app = await startApp();
    const started = new Date(app.clock.now()).toISOString();
    const user = await createAccount(app);
    const client = await signedIn(app);
    app.clock.advance(10 * 60_000);
    await client.get('/api/auth/user');
    const seenAt = new Date(app.clock.now()).toISOString();
    app.clock.advance(A_DAY);
    const admin = await signedIn(app, ADMIN);
    await changeAll(admin, user.id);
    const now = new Date(app.clock.now()).toISOString();
    const listed: UserAccount[] = (await admin.get('/api/admin/users?sort=activity')).json();
    expect(listed.map(({ username, activeAt, updatedAt }) => [username, activeAt, updatedAt])).toEqual([
      ['mira', seenAt, now],
      ['admin', now, started],
    ]);
    const lines = (await admin.get('/api/admin/users.csv?sort=activity')).body.trim().split('\r\n');
    const cells = lines.map((line) => line.split(','));
    expect(cells.map((line) => line[EXPORT_COLUMNS.indexOf('activeAt')])).toEqual(['activeAt', seenAt, now]);
  });

  test('is the last update of accounts that were never seen', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { id } = (await admin.post('/api/admin/users', { username: 'unseen' })).json();
    app.clock.advance(5 * 60_000);
    await changeAll(admin, id);
    const now = new Date(app.clock.now()).toISOString();
    expect(await details(admin, id)).toMatchObject({ signedInAt: null, activeAt: now, updatedAt: now });
  });
});

describe('An edited account', () => {
  const edit = (client: HttpClient, id: string, payload: object) =>
    client.request({ method: 'PATCH', url: `/api/admin/users/${id}`, payload });

  test('An edited account has its new names and address everywhere, and an entry with the old ones', async () => {
    const app = await startApp();
    const user = await createAccount(app, { email: 'mira@example.com', firstName: 'Mira' });
    const admin = await signedIn(app, ADMIN);
    const client = await signedIn(app);
    app.clock.advance(1_000);
    const answer = await edit(admin, user.id, { firstName: ' Zoë ', lastName: 'Kolb', email: 'Zoe@example.com' });
    expect(answer.statusCode, answer.body).toBe(200);
    const now = { firstName: 'Zoë', lastName: 'Kolb', email: 'Zoe@example.com' };
    expect(answer.json()).toMatchObject({ id: user.id, username: 'mira', ...now });
    expect(await details(admin, user.id)).toMatchObject({
      ...now,
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    // The person goes on working, under the new name.
    expect((await client.get('/api/auth/user')).json()).toMatchObject(now);
    const found = async (q: string) =>
      ((await admin.get(`/api/admin/users?q=${q}`)).json() as UserAccount[]).map(({ username }) => username);
    for (const [q, expected] of [
      ['zoe', ['mira']],
      ['kolb', ['mira']],
      ['mira@', []],
      ['mira', ['mira']],
    ] as const)
      expect([q, await found(q)]).toEqual([q, expected]);
    const names = ((await admin.get('/api/admin/users')).json() as UserAccount[]).map(({ username }) => username);
    expect(names).toEqual(['admin', 'mira']);
    expect(await changes(app)).toEqual([
      {
        by: await adminId(app),
        change: 'edited',
        user: user.id,
        username: 'mira',
        changed: {
          firstName: { from: 'Mira', to: 'Zoë' },
          lastName: { from: '', to: 'Kolb' },
          email: { from: 'mira@example.com', to: 'Zoe@example.com' },
        },
      },
    ]);
  });

  test('An edit keeps what was left out, removes what was emptied, and logs no empty change', async () => {
    const app = await startApp();
    const user = await createAccount(app, { email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' });
    const admin = await signedIn(app, ADMIN);
    const before = await app.db.selectFrom('users').selectAll().orderBy('id').execute();
    app.clock.advance(1_000);
    for (const same of [{}, { firstName: 'Mira' }, { firstName: ' Mira', lastName: 'Kolb', email: 'mira@example.com' }])
      expect((await edit(admin, user.id, same)).statusCode).toBe(200);
    expect(await app.db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before);
    expect(await changes(app)).toEqual([]);
    expect((await edit(admin, user.id, { email: '' })).json()).toMatchObject({ email: null, lastName: 'Kolb' });
    expect((await edit(admin, user.id, { lastName: null })).json()).toMatchObject({
      firstName: 'Mira',
      lastName: null,
    });
    expect((await changes(app)).map(({ changed }) => changed)).toEqual([
      { email: { from: 'mira@example.com', to: '' } },
      { lastName: { from: 'Kolb', to: '' } },
    ]);
    // The address is free again, and an admin may edit themselves.
    const own = await edit(admin, await adminId(app), { email: 'mira@example.com' });
    expect([own.statusCode, own.json().email]).toEqual([200, 'mira@example.com']);
    expect(await isSignedIn(admin)).toBe(true);
  });

  test('An edit is all or nothing, by the rules of a new account', async () => {
    const app = await startApp();
    const user = await createAccount(app, { email: 'mira@example.com' });
    await createAccount(app, { username: 'nina', email: 'nina@example.com' });
    const admin = await signedIn(app, ADMIN);
    const before = await details(admin, user.id);
    for (const [body, status, message] of [
      [{ firstName: 'New', email: ' NINA@example.com' }, 409, 'There is already an account with this email address.'],
      [{ firstName: 'New', email: 'nonsense' }, 400, 'Please enter a valid email address'],
      [{ lastName: 'x'.repeat(201) }, 400, 'Last names can have at most 200 characters'],
      [{ firstName: 'a\u0007b' }, 400, 'Please use only letters, digits and common punctuation'],
    ] as const) {
      const answer = await edit(admin, user.id, body);
      expect([body, answer.statusCode, answer.json().message]).toEqual([body, status, message]);
    }
    expect(await details(admin, user.id)).toEqual(before);
    expect(await changes(app)).toEqual([]);
    expect((await edit(admin, 'nobody', { firstName: 'New' })).json().error).toBe('user_not_found');
    // Only the case is another: it is the same account's address.
    expect((await edit(admin, user.id, { email: 'Mira@Example.com' })).json().email).toBe('Mira@Example.com');
  });
});

describe('A bulk action', () => {
  const bulk = (client: HttpClient, body: object) => client.post('/api/admin/users/bulk-action', body);

  test.for([
    ['status', 'suspended'],
    ['status', 'needs_auth'],
    ['role', 'admin'],
    ['delete', undefined],
  ] as const)('The bulk action %s %s changes users, neither admins nor oneself', async ([action, value]) => {
    const app = await startApp();
    const users = [await createAccount(app), await createAccount(app, { username: 'nina' })];
    const other = await createAccount(app, { username: 'second', role: 'admin' });
    const admin = await signedIn(app, ADMIN);
    const clients = [await signedIn(app), await signedIn(app, { username: 'nina' })];
    const self = await adminId(app);
    const userIds = [...users.map(({ id }) => id), users[0]?.id, other.id, self, 'nobody'];
    expect((await bulk(admin, { userIds, action, ...(value && { value }) })).json()).toEqual({ affected: 2 });
    for (const client of clients) expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(admin)).toBe(true);
    const rows = await app.db.selectFrom('users').select(['username', 'role', 'status']).orderBy('username').execute();
    const untouched = { role: 'admin', status: 'active' };
    const changed = { role: 'user', status: 'active', ...(value && { [action]: value }) };
    expect(rows).toEqual([
      { username: 'admin', ...untouched },
      ...(action === 'delete'
        ? []
        : [
            { username: 'mira', ...changed },
            { username: 'nina', ...changed },
          ]),
      { username: 'second', ...untouched },
    ]);
    const entries = await changes(app);
    expect(entries.map(({ by, username }) => `${by} ${username}`).sort()).toEqual([`${self} mira`, `${self} nina`]);
  });

  detail('A bulk action takes at most ten thousand users, all or none, and blocks no other request', async () => {
    const app = await startApp();
    const rows = await insertUsers(
      app,
      Array.from({ length: 10_000 }, (_, index) => ({ username: `u${index}` })),
    );
    const admin = await signedIn(app, ADMIN);
    const ids = rows.map(({ id }) => id);
    const tooMany = await bulk(admin, { userIds: [...ids, 'one more'], action: 'delete' });
    expect([tooMany.statusCode, tooMany.json().message]).toEqual([400, 'At most 10,000 users can be changed at once']);
    let answered = 0;
    const running = bulk(admin, { userIds: ids, action: 'status', value: 'suspended' });
    let busy = true;
    void running.finally(() => {
      busy = false;
    });
    while (busy) {
      await app.client().get('/api/guest/check-prompt');
      await new Promise((turn) => setImmediate(turn));
      answered += 1;
    }
    expect((await running).json()).toEqual({ affected: 10_000 });
    expect(answered).toBeGreaterThan(5);
    expect(await changes(app)).toHaveLength(10_000);

    // The last of them cannot be deleted, so none is.
    await app.db.schema
      .createTable('holds')
      .addColumn('user_id', 'text', (column) => column.references('users.id'))
      .execute();
    const last = ids.at(-1) as string;
    await app.db
      .insertInto('holds' as never)
      .values({ user_id: last } as never)
      .execute();
    expect((await bulk(admin, { userIds: ids, action: 'delete' })).statusCode).toBe(500);
    const { count } = await app.db
      .selectFrom('users')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(10_001);
  });

  test('An invalid bulk action is rejected with a sentence', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const [body, message] of [
      [{ userIds: [], action: 'delete' }, 'Please select at least one user'],
      [{ userIds: ['a'], action: 'explode' }, 'Please choose an action'],
      [{ userIds: ['a'], action: 'status', value: 'admin' }, '"value" is missing or not valid.'],
      [{ userIds: ['a'], action: 'role' }, '"value" is missing or not valid.'],
    ] as const) {
      const answer = await bulk(admin, body);
      expect([body, answer.statusCode, answer.json().message]).toEqual([body, 400, message]);
    }
  });

  test('A forced sign-in in bulk leaves suspended users suspended; activating them does not', async () => {
    const app = await startApp();
    const users = [
      await createAccount(app),
      await createAccount(app, { username: 'nina', status: 'suspended' }),
      await createAccount(app, { username: 'olga', status: 'needs_auth' }),
    ];
    const admin = await signedIn(app, ADMIN);
    const userIds = users.map(({ id }) => id);
    const statuses = async () =>
      (await app.db.selectFrom('users').select('status').where('id', 'in', userIds).orderBy('username').execute()).map(
        ({ status }) => status,
      );
    const set = async (value: string) => (await bulk(admin, { userIds, action: 'status', value })).json();
    expect(await set('needs_auth')).toEqual({ affected: 2 });
    expect(await statuses()).toEqual(['needs_auth', 'suspended', 'needs_auth']);
    expect((await changes(app)).map(({ username }) => username).sort()).toEqual(['mira', 'olga']);
    expect(await set('active')).toEqual({ affected: 3 });
    expect(await statuses()).toEqual(['active', 'active', 'active']);
  });
});

describe('The last active admin', () => {
  const attacks = {
    suspend: (id: string) => ({
      method: 'PATCH',
      url: `/api/admin/users/${id}/status`,
      payload: { status: 'suspended' },
    }),
    'force to sign in again': (id: string) => ({
      method: 'PATCH',
      url: `/api/admin/users/${id}/status`,
      payload: { status: 'needs_auth' },
    }),
    demote: (id: string) => ({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role: 'user' } }),
    delete: (id: string) => ({ method: 'DELETE', url: `/api/admin/users/${id}` }),
  } as const;

  const ROUNDS = inject('everything') ? 25 : 10;

  test.for(someOf(Object.entries(attacks), 2))(
    'An active admin remains when two admins %s each other on two processes',
    async ([, attack]) => {
      const app = await startApp();
      // With SQLite there is one process, so the second is the same.
      const second = app.database.env.DATABASE_URL === undefined ? app : await startApp({ database: app.database });
      for (let round = 0; round < ROUNDS; round += 1) {
        const [one, other] = [await createAdminWithSession(app, 'one'), await createAdminWithSession(second, 'other')];
        await app.db.updateTable('users').set({ status: 'suspended' }).where('username', '=', ADMIN.username).execute();
        const answers = await Promise.all(
          Array.from({ length: 4 }, (_, index) =>
            index % 2 === 0 ? one.client.request(attack(other.id)) : other.client.request(attack(one.id)),
          ),
        );
        const active = await app.db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .where('status', '=', 'active')
          .execute();
        expect(active.length).toBe(1);
        for (const answer of answers) expect([200, 401, 403, 404, 409]).toContain(answer.statusCode);
        await app.db.deleteFrom('users').where('username', '!=', ADMIN.username).execute();
        await app.db.updateTable('users').set({ status: 'active' }).where('username', '=', ADMIN.username).execute();
      }
    },
  );

  /** Without hashing a password, which would take longer than everything else here. */
  async function createAdminWithSession(app: TestApp, username: string) {
    const [row] = await insertUsers(app, [{ username, role: 'admin' }]);
    const id = row?.id as string;
    const client = app.client();
    const stored = await app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const visitor = { ipAddress: client.ip, location: 'Unknown', device: 'Test', userAgent: '' };
    const { token } = await app.db.transaction().execute((trx) => app.sessions.start(trx, stored, visitor, false));
    client.cookies.set(app.http.sessionCookie.name, token);
    return { id, client };
  }

  test('An inactive admin with a leftover session cannot remove the last active one', async () => {
    const app = await startApp();
    const { id, client } = await createAdminWithSession(app, 'second');
    await app.db.updateTable('users').set({ status: 'needs_auth' }).where('id', '=', id).execute();
    const answer = await client.request(attacks.demote(await adminId(app)));
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'not_signed_in']);
  });

  test('A user who becomes an admin is signed out, and then an admin', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const client = await signedIn(app);
    const admin = await signedIn(app, ADMIN);
    const url = `/api/admin/users/${user.id}/role`;
    const { temporaryPassword } = (await admin.request({ method: 'PATCH', url, payload: { role: 'admin' } })).json();
    expect(await isSignedIn(client)).toBe(false);
    const promoted = await signedIn(app, { password: temporaryPassword });
    expect((await promoted.get('/api/admin/users')).json().error).toBe('password_change_required');
    await promoted.post('/api/auth/change-password', { newPassword: 'a password of my own' });
    expect((await promoted.get('/api/admin/users')).statusCode).toBe(200);
  });
});

describe('The sessions of a user', () => {
  test("Staff see a user's sessions with device, location and last use, and end one or all", async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const admin = await signedIn(app, ADMIN);
    const phone = app.client({
      ip: '192.168.1.7',
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    expect((await attemptSignIn(app, phone)).statusCode).toBe(200);
    app.clock.advance(60_000);
    const desk = await signedIn(app);
    app.clock.advance(60_000);
    await phone.get('/api/auth/user');
    const url = `/api/admin/users/${user.id}/sessions`;
    const sessions = (await admin.get(url)).json() as UserSession[];
    expect(sessions).toMatchObject([
      { device: 'Safari on iOS', location: 'Local network', ipAddress: '192.168.1.7', current: false },
      { device: 'Chrome on Linux', ipAddress: desk.ip },
    ]);
    expect(Date.parse(sessions[0]?.seenAt as string)).toBe(app.clock.now());

    const end = (id: string) => admin.request({ method: 'DELETE', url: `${url}/${id}` });
    expect((await end(sessions[0]?.id as string)).statusCode).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(desk)]).toEqual([false, true]);
    expect((await end(sessions[0]?.id as string)).statusCode).toBe(404);
    // The wrong user in the path ends no session.
    const own = (await admin.get(`/api/admin/users/${await adminId(app)}/sessions`)).json();
    expect(own).toMatchObject([{ current: true }]);
    expect((await end(own[0].id)).statusCode).toBe(404);
    expect((await admin.request({ method: 'DELETE', url })).json()).toEqual({ ended: 1 });
    expect(await isSignedIn(desk)).toBe(false);
    expect((await changes(app)).map(({ change }) => change)).toEqual(['session ended', 'sessions ended']);
  });

  test('The login history has the latest ten, newest first', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const admin = await signedIn(app, ADMIN);
    expect((await admin.get(`/api/admin/users/${user.id}/login-history`)).json()).toEqual([]);
    await attemptSignIn(app, app.client(), { password: 'wrong password' });
    for (let round = 0; round < 10; round += 1) {
      app.clock.advance(1_000);
      await signedIn(app);
    }
    app.clock.advance(1_000);
    await attemptSignIn(app, app.client(), { password: 'wrong password' });
    const history = (await admin.get(`/api/admin/users/${user.id}/login-history`)).json();
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'failed_login',
      ...Array(9).fill('login'),
    ]);
    expect(history[0]).toMatchObject({
      userId: user.id,
      device: 'Chrome on Linux',
      details: { reason: 'wrong password' },
    });
  });
});

describe('CSV import and export', () => {
  const importCsv = (client: HttpClient, text: string | Buffer, query = '') =>
    client.request({
      method: 'POST',
      url: `/api/admin/users/import${query}`,
      headers: { 'content-type': 'text/csv' },
      payload: text,
    });
  const file = [
    '\ufeffUsername,E-Mail,First Name,last_name,ROLE',
    'nina,nina@example.com,Nina,"Berg, the ""first""",user',
    'taken,,,,',
    ',x@example.com,,,',
    'odd,nonsense,,,',
    'nina,second@example.com,,,',
    'twin,NINA@example.com,,,',
    'boss,boss@example.com,,,owner',
    '',
    'a,b,c,d,e,f',
    '=cmd|calc,,"two',
    'lines",,admin',
    'mail,mira@example.com,,,',
  ].join('\r\n');
  const problems = [
    { line: 3, problem: 'This username is taken. Please choose another one.' },
    { line: 4, problem: 'Please enter a username' },
    { line: 5, problem: 'Please enter a valid email address' },
    { line: 6, problem: 'The username is already in line 2' },
    { line: 7, problem: 'The email address is already in line 2' },
    { line: 8, problem: 'The role must be one of "user", "helper", "manager", "auditor", "admin"' },
    { line: 10, problem: 'It has 6 cells, but the heading has 5.' },
    { line: 11, problem: 'Please use only letters, digits and common punctuation' },
    { line: 13, problem: 'There is already an account with this email address.' },
  ];

  test('A dry run lists each bad line and changes nothing; the import does what it said', async () => {
    const app = await startApp();
    await createAccount(app, { username: 'taken', email: 'mira@example.com' });
    const admin = await signedIn(app, ADMIN);
    const csv = file.replace('E-Mail', 'email');
    const dry = await importCsv(admin, csv, '?dryRun=true');
    expect(dry.json()).toEqual({ good: 1, bad: 9, problems });
    const checked = { by: await adminId(app), change: 'import checked', accounts: 1, problems: 9, sendByMail: false };
    expect(await changes(app)).toEqual([checked]);
    expect((await importCsv(admin, csv, '?sendByMail=true')).json()).toMatchObject({ good: 1, bad: 9 });
    const [nina] = (await admin.get('/api/admin/users?q=nina')).json() as UserAccount[];
    expect(nina).toMatchObject({ username: 'nina', firstName: 'Nina', lastName: 'Berg, the "first"', role: 'user' });
    const { temporaryPassword } = (await showPassword(admin, nina?.id as string)).json();
    await signedIn(app, { username: 'nina', password: temporaryPassword });
    expect(await changes(app)).toMatchObject([
      checked,
      { by: checked.by, change: 'created', username: 'nina' },
      { by: checked.by, change: 'users imported', accounts: 1, problems: 9, sendByMail: true },
      { by: checked.by, change: 'temporary password shown', username: 'nina' },
    ]);
    // Sent again it finds its own accounts.
    expect((await importCsv(admin, csv)).json()).toMatchObject({ good: 0, bad: 10 });
  });

  test('An unreadable file is rejected as a whole', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const [text, status, message] of [
      ['', 400, 'The file is empty.'],
      [
        'name,email\r\na,b',
        400,
        `The first line must name the columns: ${IMPORT_COLUMNS.join(', ')}. "username" is missing.`,
      ],
      ['username,colour\r\na,b', 400, `"colour" is not a column. The columns are: ${IMPORT_COLUMNS.join(', ')}.`],
      ['username\r\n"never closed', 400, 'Line 2: a quote is opened and never closed.'],
      [
        Buffer.from([0x75, 0xff, 0xfe]),
        400,
        'The file is not UTF-8 text. Please save it as "CSV UTF-8" and try again.',
      ],
    ] as const) {
      const answer = await importCsv(admin, text as string);
      expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
    }
  });

  test('Imports take only CSV, and no other route takes CSV', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    expect((await admin.post('/api/admin/users/import', { a: 1 })).json().error).toBe('not_csv');
    const other = await admin.request({
      method: 'POST',
      url: '/api/admin/users',
      headers: { 'content-type': 'text/csv' },
      payload: 'a',
    });
    expect(other.json().error).toBe('not_json');
  });

  detail('Thousands of lines are imported, also with semicolons, and exported again', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const lines = Array.from({ length: 2_500 }, (_, index) => `user${index};u${index}@example.com`);
    const answer = await importCsv(admin, ['username;email', ...lines].join('\n'));
    expect(answer.json()).toEqual({ good: 2_500, bad: 0, problems: [] });
    await insertUsers(app, [{ username: '=1+1', firstName: '@evil', lastName: 'a "b", c' }]);
    const csv = await admin.get('/api/admin/users.csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
    const rows = csv.body.trim().split('\r\n');
    expect(rows[0]).toBe(EXPORT_COLUMNS.join(','));
    expect(rows).toHaveLength(1 + 2_502);
    expect(csv.body).toContain(`'=1+1,,'@evil,"a ""b"", c",user,active,`);
    expect((await admin.get('/api/admin/users.csv?q=user249')).body.trim().split('\r\n')).toHaveLength(1 + 11);
    const anonymous = await app.client().get('/api/admin/users.csv');
    expect(anonymous.statusCode).toBe(401);
    const by = await adminId(app);
    expect((await changes(app)).filter(({ change }) => change === 'users exported')).toEqual([
      { by, change: 'users exported' },
      { by, change: 'users exported', search: 'user249' },
    ]);
  });
});

test('Changes of users reach a second process at once', async ({ skip }) => {
  const app = await startApp();
  if (app.database.env.DATABASE_URL === undefined) skip();
  const second = await startApp({ database: app.database });
  const user = await createAccount(app);
  const others = await insertUsers(
    app,
    Array.from({ length: 60 }, (_, index) => ({ username: `u${index}` })),
  );
  const client = await signedIn(second);
  expect(await isSignedIn(client)).toBe(true);
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/users/bulk-action', {
    userIds: [user.id, ...others.map(({ id }) => id)],
    action: 'status',
    value: 'suspended',
  });
  await until('the other process knows', async () => !(await isSignedIn(client)));
});
