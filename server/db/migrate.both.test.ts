import { expect, onTestFinished, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../contract/guests/messages.rules.ts';
import { startApp, TEST_KEY } from '../../tests/support/app.ts';
import { newDatabase } from '../../tests/support/database.ts';
import { keysFrom } from '../crypto/keys.ts';
import { sealTemporaryPassword } from '../passwords/temporary.ts';
import { createLog } from '../process/log.ts';
import { migrateUpTo } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { connectSqlite, sqliteFile } from './sqlite.ts';

/** A database as the version wrote it whose last migration this was. */
async function writtenBefore(name: string, rows: Readonly<Record<string, readonly object[]>>) {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const { DATABASE_URL, DATA_DIR } = database.env;
  const db =
    DATABASE_URL === undefined
      ? connectSqlite(sqliteFile(DATA_DIR))
      : openPostgres(DATABASE_URL, createLog('silent')).db;
  await migrateUpTo(db, name);
  for (const [table, values] of Object.entries(rows))
    await db
      .insertInto(table as never)
      .values(values as never)
      .execute();
  await db.destroy();
  return database;
}

const user = (id: string, role: 'user' | 'admin') => ({
  id,
  username: id,
  username_key: id,
  role,
  status: 'active',
  auth_type: 'password',
  password_hash: '',
  password_state: 'own',
  created_at: 1,
  updated_at: 1,
});

const entry = (id: string, userId: string | null, action: string, details: object | null = null) => ({
  id,
  user_id: userId,
  action,
  ip_address: '192.0.2.7',
  location: 'Unknown',
  device: 'Chrome',
  user_agent: 'x',
  details: details && JSON.stringify(details),
  created_at: Date.now(),
});

test('A migration marks old entries of staff and gives waiting messages their text', async () => {
  const about = { user: 'x', username: 'x' };
  const database = await writtenBefore('005-several-processes', {
    users: [user('boss', 'admin'), user('mira', 'user')],
    activity: [
      entry('staff login', 'boss', 'login'),
      entry('staff failed', 'boss', 'failed_login', { reason: 'wrong password' }),
      entry('staff own', 'boss', 'profile_update', { change: 'details' }),
      entry('staff prompt', 'boss', 'admin_redirect', { prompt: 'code', guest: '192.0.2.7' }),
      entry('staff gone', 'gone', 'profile_update', { change: 'settings', settings: 'exitUrl' }),
      entry('staff gone too', 'gone', 'profile_update', { change: 'deleted', ...about }),
      entry('staff terminal', 'command_line', 'profile_update', { change: 'created', ...about }),
      entry('mira login', 'mira', 'login'),
      entry('mira password', 'mira', 'profile_update', { changed: 'password' }),
      entry('mira terms', 'mira', 'profile_update', { change: 'terms accepted', version: 'x' }),
      entry('mira gone', 'gone', 'profile_update', { change: 'registered' }),
      entry('nobody', null, 'failed_login', { reason: 'unknown username' }),
      entry('guest', 'guest_192_0_2_7', 'page_view'),
    ],
    settings: [
      { name: 'codePromptMessage', value: 'Your code' },
      { name: 'exitUrl', value: 'https://example.com/bye' },
    ],
    guest_prompts: [
      { guest_ip: '192.0.2.1', kind: 'email', created_at: Date.now() },
      { guest_ip: '192.0.2.2', kind: 'code', created_at: Date.now() },
    ],
    redirects: ['https://example.com/bye', '/user/verify-code'].map((destination_path, index) => ({
      id: String(index),
      guest_ip: `192.0.2.${index + 1}`,
      destination_path,
      is_persistent: 0,
      created_at: Date.now(),
    })),
  });
  const app = await startApp({ database });
  const rows = await app.db.selectFrom('activity').select(['id', 'staff', 'actor_name']).orderBy('id').execute();
  expect(rows.filter(({ staff }) => staff === 1).map(({ id, actor_name }) => [id, actor_name])).toEqual([
    ['staff failed', 'boss'],
    ['staff gone', null],
    ['staff gone too', null],
    ['staff login', 'boss'],
    ['staff own', 'boss'],
    ['staff prompt', 'boss'],
    ['staff terminal', null],
  ]);
  const shownTo = async (ip: string) => {
    const guest = app.client({ ip });
    const [prompt, redirect] = [
      await guest.get('/api/guest/check-prompt'),
      await guest.get('/api/guest/check-redirect'),
    ];
    return [prompt.json().message, redirect.json()];
  };
  expect(await shownTo('192.0.2.1')).toEqual([
    'Please enter your email',
    { redirect: 'https://example.com/bye', message: VERIFICATION_ENDED },
  ]);
  expect(await shownTo('192.0.2.2')).toEqual(['Your code', { redirect: '/user/verify-code', message: null }]);
});

test('A migration makes notifications that were read before read for all staff, and others for none', async () => {
  const notification = (id: string, is_read: number, created_at: number) => {
    const text = { type: 'page_view', severity: 'info', title: 'Old', message: '', group_key: id, count: 1 };
    return { id, ...text, is_read, created_at };
  };
  const database = await writtenBefore('026-year', {
    users: [user('boss', 'admin'), user('mira', 'user')],
    notifications: [
      notification('read', 1, 1),
      notification('unread', 0, 2),
      notification('read later', 1, 3),
      ...Array.from({ length: 1_100 }, (_, index) => notification(`many-${index}`, 0, 10 + index)),
    ],
  });
  const app = await startApp({ database });
  const { notifications } = app;
  const boss = async () => notifications.unreadOf('admin', await notifications.reads.of('boss'), new Set());
  expect(await boss()).toEqual({ count: 1_000, needsAction: 0 });
  const numbers = await app.db.selectFrom('notifications').select(['id', 'seq']).orderBy('seq', 'desc').execute();
  const seqOf = new Map(numbers.map(({ id, seq }) => [id, seq]));
  expect(['read', 'unread', 'read later', 'many-99', 'many-100', 'many-1099'].map((id) => seqOf.get(id))).toEqual([
    0, 0, 0, 0, 1, 1_000,
  ]);
  const visitor = { ipAddress: '203.0.113.9', location: 'Unknown', device: 'Firefox', userAgent: '' };
  notifications.notify({ kind: 'failed-login', visitor });
  await notifications.settle();
  expect(await boss()).toEqual({ count: 1_001, needsAction: 1 });
});

test('A migration finds out which old accounts have signed in', async () => {
  const temporary_password = sealTemporaryPassword(keysFrom(TEST_KEY), 'unused');
  const database = await writtenBefore('011-proposals', {
    users: [
      user('own', 'user'),
      { ...user('unused', 'user'), password_state: 'temporary', temporary_password },
      { ...user('reset', 'user'), password_state: 'temporary', temporary_password },
    ],
    activity: [
      { ...entry('earlier', 'reset', 'login'), created_at: 5 },
      { ...entry('later', 'reset', 'login'), created_at: 7 },
      entry('own login', 'own', 'login'),
    ],
  });
  const app = await startApp({ database });
  const rows = await app.db
    .selectFrom('users')
    .select(['id', 'signed_in_at'])
    .where('id', 'in', ['own', 'unused', 'reset'])
    .orderBy('id')
    .execute();
  // 0 is "not recorded": the list says what is known of them.
  expect(rows.map((row) => [row.id, row.signed_in_at])).toEqual([
    ['own', 0],
    ['reset', 7],
    ['unused', 0],
  ]);
});

test('the last activity of accounts is what is known of them: last use, last sign-in or last update', async () => {
  const session = { token_hash: 'x', created_at: 40, expires_at: 99, ip_address: '', location: '', device: '' };
  const database = await writtenBefore('034-saved-views', {
    users: [
      { ...user('seen', 'user'), updated_at: 90, signed_in_at: 40 },
      { ...user('signed in', 'user'), updated_at: 90, signed_in_at: 40 },
      { ...user('never', 'user'), updated_at: 90, signed_in_at: null },
      { ...user('unknown', 'user'), updated_at: 90, signed_in_at: 0 },
    ],
    sessions: [
      { ...session, id: 'a', token_hash: 'a', user_id: 'seen', seen_at: 50 },
      { ...session, id: 'b', token_hash: 'b', user_id: 'seen', seen_at: 60 },
    ],
  });
  const app = await startApp({ database });
  const rows = await app.db.selectFrom('users').select(['id', 'active_at']).where('active_at', '<', 100).execute();
  expect(Object.fromEntries(rows.map((row) => [row.id, row.active_at]))).toEqual({
    seen: 60,
    'signed in': 40,
    never: 90,
    unknown: 90,
  });
});

test('A migration names accounts deleted before names were kept, from their deletion in the log', async () => {
  const hugo = { user: 'gone', username: "hu'go" };
  const database = await writtenBefore('011-proposals', {
    users: [user('boss', 'admin')],
    activity: [
      entry('login', 'gone', 'login'),
      entry('suspended', 'boss', 'profile_update', { change: 'status', status: 'suspended', ...hugo }),
      entry('deleted', 'boss', 'profile_update', { change: 'deleted', ...hugo }),
      entry('odd', 'boss', 'profile_update', { change: 'deleted' }),
    ],
  });
  const app = await startApp({ database });
  const names = await app.db.selectFrom('former_users').select(['id', 'name', 'username']).execute();
  expect(names).toEqual([{ id: 'gone', name: "hu'go", username: "hu'go" }]);
});

test('A migration carries over waiting messages, the state of the last ones, and assignments', async () => {
  const at = Date.now();
  const care = (id: string, what: string | null, state: string | null, more: object = {}) => ({
    id,
    ...(what !== null && { steer_id: `${id}-sent`, steer_what: what, steer_by: 'ann', steer_at: at }),
    ...(what !== null && { steer_state: state, steer_state_at: at + 1 }),
    updated_at: at,
    ...more,
  });
  const exit = { destination_path: 'https://example.com/bye', message: 'Bye' };
  const redirect = { is_persistent: 0, created_at: at, sent_by: 'ann' };
  const database = await writtenBefore('031-account-means', {
    users: [user('mira', 'user')],
    guest_prompts: [
      {
        target: 'g1',
        id: 'g1-sent',
        guest_ip: '192.0.2.1',
        guest_id: 'g1',
        kind: 'code',
        message: 'Code',
        created_at: at,
      },
      // Of version 0.1.0, which named them by their address.
      { target: '192.0.2.9', id: '192.0.2.9', guest_ip: '192.0.2.9', kind: 'email', message: 'Email', created_at: at },
    ],
    redirects: [
      { id: 'g2-sent', guest_ip: '192.0.2.2', guest_id: 'g2', ...exit, ...redirect, is_persistent: 1 },
      { id: 'u1', user_id: 'mira', destination_path: '/terms-agreement', ...redirect },
    ],
    guest_exits: [
      { guest_id: 'g4', redirect_id: 'g4-sent', address: 'https://example.com/bye', message: 'Bye', shown_at: at },
    ],
    guest_care: [
      care('g1', 'code-prompt', 'delivered'),
      care('g2', 'exit', 'declined'),
      care('g3', 'move', 'seen', { steer_to: '/user/verify-code' }),
      care('g4', 'exit', 'delivered', { steer_to: 'https://example.com/bye' }),
      care('g5', 'resend', 'withdrawn'),
      care('g6', null, null, { claimed_by: 'mira', claimed_name: 'mira', claimed_at: at, claim_used_at: at }),
    ],
  });
  const app = await startApp({ database });
  const messages = await app.db.selectFrom('guest_messages').selectAll().orderBy('id').execute();
  const none = { delivered_at: null, seen_at: null, declined_at: null, withdrawn_at: null, sender_name: 'ann' };
  expect(messages).toMatchObject([
    { ...none, id: 'g1-sent', kind: 'prompt', prompt: 'code', text: 'Code', is_waiting: 1, delivered_at: at + 1 },
    { ...none, id: 'g2-sent', kind: 'exit', text: 'Bye', is_waiting: 1, delivered_at: at + 1, declined_at: at + 1 },
    { ...none, id: 'g3-sent', kind: 'redirect', target: '/user/verify-code', delivered_at: at + 1, seen_at: at + 1 },
    { ...none, id: 'g4-sent', kind: 'exit', text: 'Bye', is_waiting: 0, delivered_at: at + 1 },
    { ...none, id: 'g5-sent', kind: 'resend', is_waiting: 0, withdrawn_at: at + 1 },
    {
      ...none,
      id: 'prompt-192.0.2.9',
      kind: 'prompt',
      prompt: 'email',
      guest_id: null,
      is_waiting: 1,
      sender_name: null,
    },
  ]);
  expect(await app.db.selectFrom('guest_assignments').selectAll().execute()).toEqual([
    { guest_id: 'g6', helper_id: 'mira', helper_name: 'mira', used_at: at },
  ]);
  expect(await app.db.selectFrom('redirects').select(['id', 'user_id']).execute()).toEqual([
    { id: 'u1', user_id: 'mira' },
  ]);
});

test('the steps of guests are taken from the log, each at its first time', async () => {
  const at = Date.now();
  let count = 0;
  const did = (guest: string | null, action: string, ms: number, more: object = {}) => {
    count += 1;
    const whose = { guest_id: guest, created_at: at + ms };
    return { ...entry(`${count}`, 'guest_192_0_2_7', action), kind: null, staff: 0, ...whose, ...more };
  };
  const byStaff = (guest: string, kind: string, ms: number) =>
    did(guest, 'admin_redirect', ms, { user_id: 'boss', kind, staff: 1 });
  const database = await writtenBefore('034-saved-views', {
    activity: [
      did('verified', 'page_view', 0),
      did('verified', 'page_view', 5),
      did('verified', 'email_entry', 10),
      did('verified', 'email_entry', 15),
      byStaff('verified', 'exit', 18),
      byStaff('verified', 'prompt', 20),
      byStaff('verified', 'claimed', 25),
      did('verified', 'code_entry', 30),
      did('verified', 'code_failed', 31),
      did('verified', 'code_success', 40),
      did('left', 'page_view', 1),
      did('wrong code', 'page_view', 2),
      did('wrong code', 'code_failed', 3),
      byStaff('never came', 'prompt', 4),
      // Of version 0.1.0, which knew only addresses.
      did(null, 'page_view', 7),
      did(null, 'page_view', 8),
    ],
  });
  const app = await startApp({ database });
  const none = { address_at: null, code_at: null, verified_at: null, helped_at: null };
  const rows = await app.db.selectFrom('guest_steps').selectAll().execute();
  expect(new Map(rows.map(({ guest_id, ...steps }) => [guest_id, steps]))).toEqual(
    new Map([
      ['verified', { entered_at: at, address_at: at + 10, code_at: at + 30, verified_at: at + 40, helped_at: at + 20 }],
      ['left', { ...none, entered_at: at + 1 }],
      ['wrong code', { ...none, entered_at: at + 2, address_at: at + 3, code_at: at + 3 }],
      ['guest_192_0_2_7', { ...none, entered_at: at + 7 }],
    ]),
  );
});
