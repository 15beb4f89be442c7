import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { COUNTED_MAX } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { isThorough } from '../../../../tests/support/thorough.ts';
import { isPostgres } from '../../../db/queries.ts';
import { recordActivities } from './activity.ts';
import { activityRecorder } from './recorder.ts';

async function listAll(client: HttpClient, query = '') {
  const entries: ActivityEntry[] = [];
  let cursor: string | undefined;
  let requests = 0;
  do {
    const answer = await client.get(`/api/admin/activity?${query}${cursor ? `&cursor=${cursor}` : ''}`);
    expect(answer.statusCode, answer.body).toBe(200);
    entries.push(...answer.json());
    cursor = answer.headers['x-next-cursor'] as string | undefined;
    requests += 1;
  } while (cursor !== undefined);
  return { entries, requests };
}

const visitor = { ipAddress: '192.0.2.7', location: 'Norway', device: 'Chrome on Linux', userAgent: 'Mozilla/5.0' };

async function pageViews(app: TestApp, count: number) {
  const start = app.clock.now() - count * 1_000;
  await app.db.transaction().execute((trx) =>
    recordActivities(
      trx,
      Array.from({ length: count }, (_, index) => ({
        userId: 'guest_192_0_2_7',
        action: index % 3_000 === 7 ? 'code_failed' : 'page_view',
        page: index === 42 ? 'Needle Page' : 'Email Entry Page',
        visitor,
        at: start + index * 1_000,
      })),
    ),
  );
  return start;
}

test.runIf(isThorough())('The log has who, what, when and where, newest first, and a filter by action', async () => {
  const app = await startApp();
  const user = await createAccount(app, { firstName: 'Mira', lastName: 'Kolb' });
  await pageViews(app, 3);
  app.clock.advance(1_000);
  await attemptSignIn(app, app.client(), { password: 'wrong password' });
  app.clock.advance(1_000);
  await signedIn(app);
  app.clock.advance(1_000);
  const admin = await signedIn(app, ADMIN);
  const { entries } = await listAll(admin, 'limit=2');
  expect(entries.map(({ action, userName }) => [action, userName])).toEqual([
    ['login', 'admin'],
    ['login', 'Mira Kolb (mira)'],
    ['failed_login', 'Mira Kolb (mira)'],
    ['page_view', null],
    ['page_view', null],
    ['page_view', null],
  ]);
  expect(entries[2]).toMatchObject({
    userId: user.id,
    details: { reason: 'wrong password' },
    device: 'Chrome on Linux',
  });
  expect(entries[3]).toMatchObject({ userId: 'guest_192_0_2_7', ipAddress: '192.0.2.7', location: 'Norway' });
  const actions = async (query: string) => (await listAll(admin, query)).entries.map(({ action }) => action);
  expect(await actions('filter=login')).toEqual(['login', 'login']);
  expect(await actions('filter=failed')).toEqual(['failed_login']);
  expect(await actions('filter=page_view')).toHaveLength(3);
  expect(await actions('filter=admin_redirect')).toEqual([]);
  expect(await actions('q=kolb')).toEqual(['login', 'failed_login']);
  expect(await actions('q=NORWAY&filter=page_view')).toHaveLength(3);
  const from = new Date(app.clock.now() - 1_000).toISOString();
  const to = new Date(app.clock.now()).toISOString();
  expect(await actions(`from=${from}&to=${to}`)).toEqual(['login']);
  for (const bad of ['filter=x', 'limit=0', 'cursor=x', 'from=yesterday'])
    expect((await admin.get(`/api/admin/activity?${bad}`)).statusCode).toBe(400);
});

test('A search and a rare action are complete and in order beyond the rows of one request', async () => {
  const app = await startApp();
  await pageViews(app, 12_000);
  const admin = await signedIn(app, ADMIN);
  expect((await listAll(admin, 'q=needle')).entries).toMatchObject([{ page: 'Needle Page' }]);
  expect((await listAll(admin, 'q=needle')).requests).toBeLessThanOrEqual(4);
  const failed = await listAll(admin, 'filter=failed');
  expect([failed.entries.length, failed.requests]).toEqual([4, 1]);
  const all = (await listAll(admin, 'limit=1000')).entries;
  expect(all).toHaveLength(12_001);
  expect(new Set(all.map(({ id }) => id)).size).toBe(12_001);
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
});

test.runIf(isThorough())('The export has every matching row, safe for spreadsheets', async () => {
  const app = await startApp();
  await pageViews(app, 2_500);
  await createAccount(app, { firstName: '=HYPERLINK("x")', lastName: 'Kolb' });
  await signedIn(app);
  const admin = await signedIn(app, ADMIN);
  const csv = await admin.get('/api/admin/activity.csv');
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="activity-logs-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = csv.body.trim().split('\r\n');
  expect(lines[0]).toBe('Date,User,Action,Page,IP Address,Location,User Agent,User ID');
  // The export itself is the newest of them.
  expect(lines).toHaveLength(1 + 2_503);
  expect(lines[1]).toContain('admin,profile_update');
  expect(csv.body).toContain(`"'=HYPERLINK(""x"") Kolb (mira)",login,`);
  expect(csv.body).toContain(
    ',Guest (192.0.2.7),page_view,Email Entry Page,192.0.2.7,Norway,Mozilla/5.0,guest_192_0_2_7',
  );
  expect((await admin.get('/api/admin/activity.csv?filter=login')).body.trim().split('\r\n')).toHaveLength(3);
  expect((await app.client().get('/api/admin/activity.csv')).statusCode).toBe(401);
});

test.runIf(isThorough())('An export is logged with who took which part', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id } = (await admin.get('/api/auth/user')).json();
  const from = '2026-01-01T00:00:00.000Z';
  for (const query of ['', 'filter=failed', `q=needle&from=${from}&to=${from}`, 'q=guest1234@company.com'])
    expect((await admin.get(`/api/admin/activity.csv?${query}`)).statusCode).toBe(200);
  const { entries } = await listAll(admin, 'q=activity%20exported');
  expect(entries.map(({ userId, details }) => [userId, details])).toEqual([
    [id, { change: 'activity exported', search: 'g…@c…y.com' }],
    [id, { change: 'activity exported', search: 'needle', from, to: from }],
    [id, { change: 'activity exported', filter: 'failed' }],
    [id, { change: 'activity exported' }],
  ]);
});

test('A masked address is found by the whole address, and by no part that the mask hides', async () => {
  const app = await startApp();
  const guest = app.client({ ip: '192.0.2.7' });
  await guest.post('/api/guest/submit-email', { email: 'Guest1234@company.com' });
  // As versions before wrote it.
  const details = JSON.stringify({ email: 'Older5678@company.com' });
  const old = { id: 'old', user_id: 'guest_192_0_2_8', action: 'email_entry', page: null, details } as const;
  await app.db
    .insertInto('activity')
    .values({ ...old, ip_address: '192.0.2.8', location: '', device: '', user_agent: '', created_at: 1 })
    .execute();
  const admin = await signedIn(app, ADMIN);
  // Of guests: an id of the admin may have any four digits in it.
  const found = async (q: string) =>
    (await listAll(admin, `q=${encodeURIComponent(q)}`)).entries
      .filter(({ action }) => action === 'email_entry')
      .map((entry) => entry.details?.email);
  expect(await found('email_entry')).toEqual(['g…@c…y.com', 'o…@c…y.com']);
  expect(await found(' guest1234@COMPANY.com ')).toEqual(['g…@c…y.com']);
  expect(await found('older5678@company.com')).toEqual(['o…@c…y.com']);
  for (const part of ['guest1234', '1234@company.com', '5678', 'older5678', 'company.com', 'older5678@company.co'])
    expect([part, await found(part)]).toEqual([part, []]);
  const stored = await app.db.selectFrom('activity').select('details').where('id', '!=', 'old').execute();
  expect(JSON.stringify(stored)).not.toMatch(/guest1234/i);
});

test.runIf(isThorough())('Searches for addresses are limited', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const search = (number: number) => admin.get(`/api/admin/activity?q=${number}@my-bank-code.co`);
  for (let number = 1; number <= 200; number += 1) expect((await search(number)).statusCode).toBe(200);
  expect((await search(201)).statusCode).toBe(429);
  expect((await admin.get('/api/admin/activity.csv?q=201@my-bank-code.co')).statusCode).toBe(429);
  expect((await admin.get('/api/admin/activity?q=something')).statusCode).toBe(200);
  app.clock.advance(60 * 60_000);
  expect(
    (await signedIn(app, ADMIN).then((again) => again.get('/api/admin/activity?q=202@my-bank-code.co'))).statusCode,
  ).toBe(200);
});

test('Concurrent entries are written together, and one bad entry fails no other', async () => {
  const app = await startApp();
  const record = activityRecorder(app.db);
  const visitor = { ipAddress: '192.0.2.1', location: 'Unknown', device: 'Chrome', userAgent: 'x' };
  const entry = (page: string, more = {}) => ({
    userId: 'guest_192_0_2_1',
    action: 'page_view' as const,
    page,
    visitor: { ...visitor, ...more },
    at: app.clock.now(),
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) => record(entry(`page ${index}`, index === 7 && { location: null }))),
  );
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7]);
  const rows = await app.db.selectFrom('activity').select('page').where('action', '=', 'page_view').execute();
  expect(rows).toHaveLength(119);
  expect(rows).not.toContainEqual({ page: 'page 7' });
});

const remove = (client: HttpClient, id: string) => client.request({ method: 'DELETE', url: `/api/admin/users/${id}` });

test.runIf(isThorough())('Actor and subject of an entry are named, also after the account is deleted', async () => {
  const app = await startApp();
  const hugo = await createAccount(app, { username: 'hugo', firstName: 'Hugo', lastName: 'Jensen' });
  const others = [await createAccount(app, { username: 'ida' }), await createAccount(app, { username: 'jon' })];
  await signedIn(app, { username: 'hugo' });
  await createAccount(app, { username: 'ann', firstName: 'Ann', role: 'admin' });
  const ann = await signedIn(app, { username: 'ann' });
  const suspend = { status: 'suspended' };
  await ann.request({ method: 'PATCH', url: `/api/admin/users/${hugo.id}/status`, payload: suspend });
  const of = async (query: string) =>
    (await listAll(ann, query)).entries.map(({ action, userName, formerName, about }) => [
      action,
      userName ?? formerName,
      about && 'name' in about ? `${about.name}${about.isFormer ? ' (gone)' : ''}` : null,
    ]);
  expect(await of('q=jensen')).toEqual([
    ['profile_update', 'Ann (ann)', 'Hugo Jensen (hugo)'],
    ['login', 'Hugo Jensen (hugo)', null],
  ]);
  app.clock.advance(1_000);
  expect((await remove(ann, hugo.id)).statusCode).toBe(200);
  const userIds = others.map(({ id }) => id);
  expect((await ann.post('/api/admin/users/bulk-action', { userIds, action: 'delete' })).statusCode).toBe(200);
  // Found by the name and by the username, as one who did it and as one to whom it was done.
  const gone = [
    ['profile_update', 'Ann (ann)', 'Hugo Jensen (hugo) (gone)'],
    ['profile_update', 'Ann (ann)', 'Hugo Jensen (hugo) (gone)'],
    ['login', 'Hugo Jensen (hugo)', null],
  ];
  expect(await of('q=Hugo+Jensen')).toEqual(gone);
  expect(await of('q=hugo')).toEqual(gone);
  expect(await of('q=ida')).toEqual([['profile_update', 'Ann (ann)', 'ida (gone)']]);
  const login = (await listAll(ann, 'q=jensen')).entries.at(-1);
  expect(login).toMatchObject({ userId: hugo.id, userName: null, formerName: 'Hugo Jensen (hugo)' });
  const csv = (await ann.get('/api/admin/activity.csv?q=jensen')).body.trim().split('\r\n');
  expect(csv.at(-1)).toContain(',Hugo Jensen (hugo) (account deleted),login,');
  expect(csv.at(-1)?.endsWith(`,${hugo.id}`)).toBe(true);
  const kept = await app.db.selectFrom('former_users').select(['id', 'name', 'username']).orderBy('username').execute();
  expect(kept.map(({ name, username }) => [name, username])).toEqual([
    ['Hugo Jensen', 'hugo'],
    ['ida', 'ida'],
    ['jon', 'jon'],
  ]);
});

test.runIf(isThorough())('An entry links to its guest while the list of guests has them', async () => {
  const app = await startApp();
  const guest = app.client({ ip: '203.0.113.9' });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  const admin = await signedIn(app, ADMIN);
  const [{ id: guestId }] = (await admin.get('/api/admin/guests?view=all')).json();
  expect((await admin.post('/api/admin/guest-prompt', { guestId, prompt: 'email' })).statusCode).toBe(200);
  const { entries } = await listAll(admin);
  const prompt = entries.find(({ action }) => action === 'admin_redirect');
  expect(prompt).toMatchObject({ userName: 'admin', about: { guestIp: '203.0.113.9' }, guestId });
  expect(entries.find(({ action }) => action === 'page_view')).toMatchObject({ about: null, guestId });
  for (const entry of entries)
    expect((await admin.get(`/api/admin/activity/${entry.id}`)).json()).toEqual({ ...entry });
  const missing = await admin.get('/api/admin/activity/nothing');
  expect([missing.statusCode, missing.json().message]).toEqual([404, 'This entry is no longer in the log.']);

  app.clock.advance(25 * 60 * 60_000);
  app.presence.guests.sweep();
  const later = await signedIn(app, ADMIN);
  expect((await later.get(`/api/admin/activity/${prompt?.id}`)).json()).toMatchObject({ guestId: null });
});

test('Entries are counted by action and time, up to a bound', async () => {
  const app = await startApp();
  await pageViews(app, 2_500);
  const admin = await signedIn(app, ADMIN);
  const count = async (path: string) => (await admin.get(`/api/admin/${path}`)).json();
  expect(await count('activity/count')).toEqual({ count: 2_501, more: false });
  expect(await count('activity/count?filter=failed')).toEqual({ count: 1, more: false });
  expect(await count('guest-logs/count')).toEqual({ count: 2_500, more: false });
  const from = new Date(app.clock.now() - 10_000).toISOString();
  expect(await count(`activity/count?filter=page_view&from=${from}`)).toEqual({ count: 10, more: false });
  await pageViews(app, 1);
  expect(await count('guest-logs/count')).toEqual({ count: 2_501, more: false });
  const logs: { id: string }[] = (await admin.get('/api/admin/guest-logs?limit=3')).json();
  const logIds = logs.map(({ id }) => id);
  await admin.request({ method: 'DELETE', url: '/api/admin/guest-logs', payload: { logIds } });
  expect(await count('guest-logs/count')).toEqual({ count: 2_498, more: false });

  // In portions, because one long statement would block the other writes of the server.
  const portion = 10_000;
  const numbers = isPostgres(app.db)
    ? sql`select generate_series(1, ${portion}::int) as n`
    : sql`with recursive up(n) as (select 1 union all select n + 1 from up where n < ${portion}) select n from up`;
  for (let from = 0; from < COUNTED_MAX; from += portion)
    await sql`insert into activity (id, action, ip_address, location, device, user_agent, created_at)
      select 'many-' || (n + ${sql.lit(from)}), 'page_view', '', '', '', '', n from (${numbers}) as numbers`.execute(
      app.db,
    );
  expect(await count('guest-logs/count')).toEqual({ count: COUNTED_MAX, more: true });
  expect(await count('activity/count?filter=page_view')).toEqual({ count: COUNTED_MAX, more: true });
  expect(await count('activity/count?filter=failed')).toEqual({ count: 1, more: false });
});
