import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Action } from '../contract/log/activity.rules.ts';
import { captchaToken, createAccount, signedIn } from '../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../tests/support/app.ts';
import { planOf } from '../tests/support/query-plan.ts';
import { oldEntries } from './db/audit-chain/retention.ts';
import type { NewActivity } from './db/tables.ts';
import { deleteOldEntries } from './features/log/activity/activity.ts';
import { COMMAND_LINE } from './features/users/changes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const days = (app: TestApp, count: number) => app.clock.now() - count * DAY_MS;

function entry(id: string, action: Action, at: number, staff: 0 | 1 = 0): NewActivity {
  const place = { ip_address: '203.0.113.9', location: 'Unknown', device: 'Chrome', user_agent: 'x' };
  return { id, user_id: null, action, page: null, ...place, details: null, created_at: at, staff };
}

const idsIn = async (app: TestApp, table: 'activity' | 'notifications' | 'outbox' | 'redirects') =>
  (await app.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

test('Old log entries and old guest data are deleted, and nothing else', async () => {
  const app = await startApp();
  await app.db
    .insertInto('activity')
    .values([
      ...Array.from({ length: 450 }, (_, index) => entry(`gone-${index}`, 'login', days(app, 366))),
      entry('kept-login', 'login', days(app, 364)),
      entry('kept-prompt', 'admin_redirect', days(app, 31), 1),
      entry('gone-view', 'page_view', days(app, 31)),
      entry('gone-code', 'code_failed', days(app, 31)),
      entry('kept-view', 'page_view', days(app, 29)),
    ])
    .execute();
  const message = { channel: 'mail', recipient: 'a@example.com', sealed: null, attempts: 1, error: null } as const;
  const sent = (id: string, state: 'sent' | 'queued', at: number) => {
    const times = { due_at: at, expires_at: app.clock.now() + DAY_MS, created_at: at, finished_at: at };
    return { id, ...message, state, guest_ip: '203.0.113.9', ...times };
  };
  await app.db
    .insertInto('outbox')
    .values([sent('gone', 'sent', days(app, 31)), sent('kept', 'sent', days(app, 29))])
    .execute();
  const notification = { severity: 'info', title: 't', message: 'm', count: 1, is_read: 0 } as const;
  const about = { ip_address: null, location: null };
  await app.db
    .insertInto('notifications')
    .values([
      {
        id: 'gone-guest',
        type: 'page_view',
        seq: 1,
        group_key: 'a',
        created_at: days(app, 31),
        ...notification,
        ...about,
      },
      {
        id: 'kept-login',
        type: 'user_login',
        seq: 2,
        group_key: 'b',
        created_at: days(app, 31),
        ...notification,
        ...about,
      },
      {
        id: 'gone-login',
        type: 'user_login',
        seq: 3,
        group_key: 'c',
        created_at: days(app, 366),
        ...notification,
        ...about,
      },
    ])
    .execute();
  const guest = { last_page: 'Verify Code Page', page_views: 1, location: 'Unknown', device: 'Chrome' };
  const seen = (ip: string, at: number) => {
    const times = { page_since: at, viewed_at: at, presence_since: at, last_seen_at: at };
    return { id: `of-${ip}`, ip_address: ip, presence: 'here', ...times, ...guest } as const;
  };
  await app.db
    .insertInto('guests')
    .values([seen('203.0.113.9', days(app, 31)), seen('203.0.113.10', days(app, 29))])
    .execute();

  await app.sweep();
  const log = await idsIn(app, 'activity');
  expect(log.filter((id) => id.startsWith('gone'))).toEqual([]);
  expect(log).toEqual(expect.arrayContaining(['kept-login', 'kept-prompt', 'kept-view']));
  expect(await idsIn(app, 'outbox')).toEqual(['kept']);
  expect(await idsIn(app, 'notifications')).toEqual(['kept-login']);
  const left = await app.db.selectFrom('guests').select('ip_address').execute();
  expect(left).toEqual([{ ip_address: '203.0.113.10' }]);
  const nothingRead = { mark: 0, above: new Map() };
  await expect.poll(() => app.notifications.unreadOf('admin', nothingRead, new Set()).count).toBe(1);
  expect(app.logged.join('')).toContain('"old data deleted"');
});

test('The name of a deleted account is forgotten when no entry can name it', async () => {
  const app = await startApp({ env: { AUDIT_RETENTION_DAYS: '400' } });
  const gone = await createAccount(app, { username: 'gone' });
  await signedIn(app, { username: 'gone' });
  const admin = await signedIn(app, ADMIN);
  await admin.request({ method: 'DELETE', url: `/api/admin/users/${gone.id}` });
  const kept = async () => {
    await app.sweep();
    const names = await app.db.selectFrom('former_users').select('username').execute();
    const entries = await app.db.selectFrom('activity').select('id').where('details', 'like', '%deleted%').execute();
    return [names.length, entries.length];
  };
  app.clock.advance(399 * DAY_MS);
  expect(await kept()).toEqual([1, 1]);
  app.clock.advance(2 * DAY_MS);
  expect(await kept()).toEqual([0, 0]);
});

test('Old prompts and redirects that no page got are deleted, persistent ones are not', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id: userId } = (await admin.get('/api/auth/user')).json();
  const visitor = { ipAddress: '127.0.0.1', location: 'Local network', device: 'Chrome', userAgent: 'x' };
  const actor = { ...COMMAND_LINE, userId, visitor };
  await app.messages.prompt({ ipAddress: '203.0.113.1' }, 'email', actor);
  await app.messages.redirect({ ipAddress: '203.0.113.2' }, { destination: '/user/verify-code' }, actor);
  await app.messages.redirect(
    { ipAddress: '203.0.113.3' },
    { destination: '/user/verify-code', persistent: true },
    actor,
  );
  app.clock.advance(31 * DAY_MS);
  await app.sweep();
  await expect
    .poll(() =>
      [1, 2, 3].map((last) => ({
        ...app.messages.waitingFor({ guestId: null, ipAddress: `203.0.113.${last}` }),
      })),
    )
    .toEqual([
      { prompt: null, redirect: null },
      { prompt: null, redirect: null },
      { prompt: null, redirect: '/user/verify-code' },
    ]);
});

test('Retention is a setting, and an invalid number is rejected with a sentence', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { telegramBotToken: _, ...before } = (await admin.get('/api/admin/settings')).json();
  expect(before).toMatchObject({ activityRetentionDays: 365, guestRetentionDays: 30 });
  for (const wrong of [0, -1, 1.5, 3_651, '30', null]) {
    const answer = await admin.post('/api/admin/settings', { ...before, guestRetentionDays: wrong });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Please enter a whole number of days from 1 to 3650',
    ]);
  }
  await admin.post('/api/admin/settings', { ...before, activityRetentionDays: 10, guestRetentionDays: 2 });
  await app.db
    .insertInto('activity')
    .values([
      entry('gone', 'login', days(app, 11)),
      entry('kept', 'login', days(app, 9)),
      entry('gone-guest', 'page_view', days(app, 3)),
    ])
    .execute();
  await app.sweep();
  const log = await idsIn(app, 'activity');
  expect([log.includes('gone'), log.includes('gone-guest'), log.includes('kept')]).toEqual([false, false, true]);
  // A client that does not know of it leaves it as it is.
  const { activityRetentionDays, guestRetentionDays, ...old } = before;
  const saved = await admin.post('/api/admin/settings', { ...old, exitMessage: 'Bye' });
  expect(saved.json()).toMatchObject({ activityRetentionDays: 10, guestRetentionDays: 2, exitMessage: 'Bye' });
});

const setRetention = async (app: TestApp, activityRetentionDays: number) => {
  const admin = await signedIn(app, ADMIN);
  const before = (await admin.get('/api/admin/settings')).json();
  const saved = await admin.post('/api/admin/settings', { ...before, activityRetentionDays, guestRetentionDays: 1 });
  expect(saved.statusCode).toBe(200);
};

test.for([
  ['however short it is', {}, 1, [365, 366]],
  ['and longer where the log is', {}, 400, [400, 401]],
  ['but what the operator sets', { AUDIT_RETENTION_DAYS: '90' }, 1, [90, 91]],
] as const)('The setting does not touch entries of staff, %s', async ([, env, setting, [kept, gone]]) => {
  const app = await startApp({ env });
  await app.db
    .insertInto('activity')
    .values([
      ...Array.from({ length: 450 }, (_, index) => entry(`gone-${index}`, 'admin_redirect', days(app, gone), 1)),
      ...Array.from({ length: 450 }, (_, index) =>
        entry(`kept-${index}`, index % 2 ? 'login' : 'profile_update', days(app, kept - 0.5), 1),
      ),
      entry('gone-login', 'login', days(app, setting + 1)),
      entry('kept-login', 'login', days(app, setting - 0.5)),
    ])
    .execute();
  const notification = { severity: 'warning', title: 't', message: 'm', count: 1, is_read: 0 } as const;
  const told = (id: string, type: 'settings_change' | 'user_login', ago: number) => {
    const where = { ip_address: null, location: null, created_at: days(app, ago) };
    return { id, type, group_key: id, ...notification, ...where };
  };
  await app.db
    .insertInto('notifications')
    .values([
      told('gone', 'settings_change', gone),
      told('gone-login', 'user_login', setting + 1),
      told('kept', 'settings_change', kept - 0.5),
    ])
    .execute();
  await setRetention(app, setting);
  await app.sweep();
  const log = await idsIn(app, 'activity');
  expect(log.filter((id) => id.startsWith('gone'))).toEqual([]);
  expect(log.filter((id) => id.startsWith('kept'))).toHaveLength(451);
  const left = (await idsIn(app, 'notifications')).filter((id) => /^(?:gone|kept)/.test(id));
  expect(left).toEqual(['kept']);
});

test("An entry is staff's by its author and by actions that only staff do", async () => {
  const app = await startApp();
  await createAccount(app);
  const guest = app.client();
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await guest.post('/api/guest/submit-email', { email: 'guest@example.com' });
  const wrong = async (username: string) =>
    app.client().post('/api/auth/login', { username, password: 'wrong', recaptchaToken: await captchaToken(app) });
  for (const username of ['mira', ADMIN.username, 'nobody']) await wrong(username);
  for (const client of [await signedIn(app), await signedIn(app, ADMIN)]) {
    await client.request({ method: 'PATCH', url: '/api/user/profile', payload: { firstName: 'A' } });
    await client.post('/api/auth/logout');
  }
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/users', { username: 'newcomer' });
  await admin.post('/api/admin/guest-prompt', { guestIp: '203.0.113.9' });
  const rows = await app.db.selectFrom('activity').selectAll().execute();
  const shown = rows.map(({ action, staff, actor_name }) => `${action} ${staff} ${actor_name}`);
  expect([...new Set(shown)].sort()).toEqual([
    'admin_redirect 1 admin',
    'email_entry 0 null',
    'failed_login 0 null',
    'failed_login 1 admin',
    'login 0 null',
    'login 1 admin',
    'logout 0 null',
    'logout 1 admin',
    'page_view 0 null',
    'profile_update 0 null',
    'profile_update 1 admin',
  ]);
  expect(shown.filter((line) => line === 'failed_login 0 null')).toHaveLength(2);
});

test('Old entries are found by an index, without scanning those that stay', async () => {
  const app = await startApp();
  await app.db
    .insertInto('activity')
    .values(
      Array.from({ length: 2_000 }, (_, index) => {
        const staff = index % 100 > 1 ? 1 : 0;
        return entry(`${index}`, staff ? 'login' : index % 2 ? 'page_view' : 'logout', days(app, 100), staff);
      }),
    )
    .execute();
  await sql`analyze`.execute(app.db);
  expect(await planOf(app.db, (db) => deleteOldEntries(db, 'users', days(app, 1), 200))).toContain('activity_of_users');
  expect(await planOf(app.db, (db) => deleteOldEntries(db, 'page_view', days(app, 1), 200))).toContain(
    'activity_by_action',
  );
  await app.db.updateTable('activity').set({ staff: 0 }).where('created_at', '>', 0).execute();
  await sql`analyze`.execute(app.db);
  expect(await planOf(app.db, (db) => oldEntries(db, days(app, 1), 200))).toContain('activity_of_staff');
});

test('Old entries of guests are found by an index, without scanning those of users', async () => {
  const app = await startApp();
  const of = (index: number) =>
    index % 2 === 0 ? entry(`${index}`, 'page_view', days(app, 0), 0) : entry(`${index}`, 'logout', days(app, 300), 0);
  for (let from = 0; from < 4_000; from += 1_000)
    await app.db
      .insertInto('activity')
      .values(Array.from({ length: 1_000 }, (_, index) => of(from + index)))
      .execute();
  await sql`analyze`.execute(app.db);
  expect(await planOf(app.db, (db) => deleteOldEntries(db, 'page_view', days(app, 30), 20))).toContain(
    'activity_by_action',
  );
});
