import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { BulkJob } from '../../../../contract/users/bulk.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import { createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { migratedDatabase } from '../../../../tests/support/database.ts';
import { someOf } from '../../../../tests/support/detail.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { insertUsers } from '../../../../tests/support/many-users.ts';
import { until } from '../../../../tests/support/process.ts';
import { isThorough } from '../../../../tests/support/thorough.ts';
import type { UserRow } from '../../../db/tables.ts';

const JOBS = '/api/admin/bulk-jobs';
const ALL_IDS = { q: '' };
const SUSPEND = { filter: ALL_IDS, action: 'status', value: 'suspended' };

const jobs = async (admin: HttpClient): Promise<BulkJob[]> => (await admin.get(JOBS)).json();
const start = (admin: HttpClient, body: object) => admin.post(JOBS, body);
const stop = (admin: HttpClient, id: string) => admin.post(`${JOBS}/${id}/stop`);

async function ended(admin: HttpClient, id: string): Promise<BulkJob> {
  let job: BulkJob | undefined;
  await until('the job has ended', async () => {
    job = (await jobs(admin)).find((one) => one.id === id);
    return job !== undefined && job.state !== 'running';
  });
  return job as BulkJob;
}

async function run(admin: HttpClient, body: object): Promise<BulkJob> {
  const answer = await start(admin, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return ended(admin, answer.json().id);
}

const people = (count: number, prefix = 'u') =>
  Array.from({ length: count }, (_, index) => ({ username: `${prefix}${String(index).padStart(5, '0')}` }));

const statuses = async (app: TestApp): Promise<Record<string, UserRow['status']>> =>
  Object.fromEntries(
    (await app.db.selectFrom('users').select(['username', 'status']).execute()).map(({ username, status }) => [
      username,
      status,
    ]),
  );

/** The names in the entries of a kind of change, each as often as it was changed. */
async function changed(app: TestApp, kind = 'status'): Promise<string[]> {
  const rows = await app.db.selectFrom('activity').select('details').where('action', '=', 'profile_update').execute();
  return rows
    .map(({ details }) => JSON.parse(details ?? '{}'))
    .filter(({ change }) => change === kind)
    .map(({ username }) => username)
    .sort();
}

async function entries(app: TestApp, kind: string) {
  const rows = await app.db.selectFrom('activity').selectAll().orderBy('id').execute();
  return rows
    .map(({ actor_name, details }) => ({ by: actor_name, ...JSON.parse(details ?? '{}') }))
    .filter(({ change }) => change === kind);
}

/** Holds jobs back before their first portion; returns how to release them. */
async function holdTurns(app: TestApp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  void app.db.transaction().execute(async (trx) => {
    await trx.updateTable('locks').set({ taken: 1 }).where('name', '=', 'users').execute();
    taken.resolve();
    await held.promise;
  });
  await taken.promise;
  return held.resolve;
}

describe('A bulk job', () => {
  test('A bulk job changes all matching users with an entry each, neither admins nor oneself', async () => {
    const app = await startApp();
    const rows = await insertUsers(app, people(700));
    await insertUsers(app, [{ username: 'unlike', firstName: 'X' }]);
    await createAccount(app, { username: 'u-admin', role: 'admin' });
    await createAccount(app, { username: 'u-mira' });
    const mira = await signedIn(app, { username: 'u-mira' });
    const admin = await signedIn(app, ADMIN);
    const answer = await start(admin, { ...SUSPEND, filter: { q: 'U0' } });
    expect(answer.json()).toMatchObject({
      action: 'status',
      value: 'suspended',
      filter: { q: 'U0' },
      state: 'running',
      done: 0,
      total: null,
      startedBy: 'admin',
    });
    const job = await ended(admin, answer.json().id);
    expect(job).toMatchObject({ state: 'done', done: 700, total: 700, stoppedBy: null, problem: null });
    const after = await statuses(app);
    for (const { username } of rows) expect(after[username]).toBe('suspended');
    expect([after.admin, after['u-admin'], after['u-mira'], after.unlike]).toEqual(Array(4).fill('active'));
    expect(await changed(app)).toEqual(rows.map(({ username }) => username).sort());
    expect(await entries(app, 'bulk started')).toEqual([
      { by: 'admin', change: 'bulk started', job: job.id, action: 'status', value: 'suspended', search: 'U0' },
    ]);
    expect(await entries(app, 'bulk ended')).toEqual([
      { by: 'admin', change: 'bulk ended', job: job.id, state: 'done', accounts: 700 },
    ]);
    expect((await mira.get('/api/auth/user')).statusCode).toBe(200);
    await run(admin, { filter: { q: 'mira' }, action: 'status', value: 'needs_auth' });
    expect((await mira.get('/api/auth/user')).statusCode).toBe(401);
  });

  test.for(
    someOf([
      ['delete', undefined],
      ['role', 'admin'],
    ] as const),
  )('A bulk job reaches all matching users: %s %s', async ([action, value]) => {
    const app = await startApp();
    const rows = await insertUsers(app, people(300));
    const admin = await signedIn(app, ADMIN);
    const job = await run(admin, { filter: { q: 'u', role: 'user' }, action, ...(value && { value }) });
    expect(job).toMatchObject({ state: 'done', done: 300, value: value ?? null });
    const left = await app.db.selectFrom('users').select('role').where('username', 'like', 'u0%').execute();
    expect(left).toHaveLength(action === 'delete' ? 0 : 300);
    if (action === 'role') expect(new Set(left.map(({ role }) => role))).toEqual(new Set(['admin']));
    const kind = action === 'role' ? 'role' : 'deleted';
    expect(await changed(app, kind)).toEqual(rows.map(({ username }) => username).sort());
  });

  test('A bulk job reaches every user of a shrinking set and none who comes later', async () => {
    const app = await startApp();
    const rows = await insertUsers(app, people(900));
    await app.db.updateTable('users').set({ status: 'needs_auth' }).where('role', '=', 'user').execute();
    const admin = await signedIn(app, ADMIN);
    const answer = await start(admin, { filter: { q: '', standing: 'needs_auth' }, action: 'status', value: 'active' });
    const [late] = await insertUsers(app, [{ username: 'zz-late' }]);
    await app.db
      .updateTable('users')
      .set({ status: 'needs_auth' })
      .where('id', '=', late?.id as string)
      .execute();
    expect(await ended(admin, answer.json().id)).toMatchObject({ state: 'done', done: 900 });
    expect(await changed(app)).toEqual(rows.map(({ username }) => username).sort());
    expect((await statuses(app))['zz-late']).toBe('needs_auth');
  });

  test('A forced sign-in in bulk leaves suspended users as they are', async () => {
    const app = await startApp();
    await insertUsers(app, people(30));
    await app.db.updateTable('users').set({ status: 'suspended' }).where('username', 'like', 'u0000%').execute();
    const admin = await signedIn(app, ADMIN);
    expect((await admin.get(`${JOBS}/count?q=u`)).json()).toEqual({ users: 30, suspended: 10 });
    const job = await run(admin, { filter: ALL_IDS, action: 'status', value: 'needs_auth' });
    expect(job).toMatchObject({ done: 20, total: 20 });
    const values = Object.values(await statuses(app));
    expect(values.filter((status) => status === 'suspended')).toHaveLength(10);
    expect(values.filter((status) => status === 'needs_auth')).toHaveLength(20);
    expect(await run(admin, { filter: ALL_IDS, action: 'status', value: 'active' })).toMatchObject({ done: 30 });
  });

  const FILTERS: UserFilter[] = [
    { q: '' },
    { q: 'ann' },
    { q: 'example ann' },
    { q: 'ANN  Müller' },
    { q: 'nobody-at-all' },
    { q: '', standing: 'suspended' },
    { q: '', standing: 'needs_auth' },
    { q: 'ann', standing: 'offline' },
    { q: '', standing: 'online' },
    { q: '', role: 'user' },
    { q: '', role: 'admin' },
  ];

  test('A bulk job changes the same users with each filter as single changes would', async () => {
    const app = await startApp();
    const names = ['Ann Muller', 'Ann Schmidt', 'Ben Müller', 'Joanna Kim'];
    const isAdmin = (index: number) => index % 40 === 7;
    const rows = await insertUsers(
      app,
      Array.from({ length: 120 }, (_, index) => ({
        username: `p${index}`,
        email: index % 3 === 0 ? `p${index}@example.com` : null,
        firstName: names[index % 4]?.split(' ')[0] as string,
        lastName: names[index % 4]?.split(' ')[1] as string,
        role: isAdmin(index) ? ('admin' as const) : ('user' as const),
      })),
    );
    await createAccount(app, { username: 'here', firstName: 'Ann', lastName: 'Here' });
    const admin = await signedIn(app, ADMIN);
    for (const filter of FILTERS) {
      await app.db.deleteFrom('activity').execute();
      await app.db.updateTable('users').set({ status: 'active' }).execute();
      for (const status of ['suspended', 'needs_auth'] as const) {
        const rest = status === 'suspended' ? 1 : 2;
        const ids = rows.filter((_, index) => !isAdmin(index) && index % 3 === rest).map(({ id }) => id);
        await app.db.updateTable('users').set({ status }).where('id', 'in', ids).execute();
      }
      await signedIn(app, { username: 'here' });
      const users = await app.db.selectFrom('users').selectAll().execute();
      const words = filter.q.toLowerCase().replace('ü', 'u').split(/\s+/);
      const expected = users
        .filter((user) => user.role !== 'admin' && words.every((word) => user.search.includes(word)))
        .filter((user) => {
          const standing = user.status === 'active' ? (user.username === 'here' ? 'online' : 'offline') : user.status;
          return (filter.standing ?? standing) === standing && (filter.role ?? user.role) === user.role;
        })
        .map(({ username }) => username)
        .sort();
      const job = await run(admin, { ...SUSPEND, filter });
      expect([filter, job]).toMatchObject([filter, { state: 'done', done: expected.length, total: expected.length }]);
      expect([filter, await changed(app)]).toEqual([filter, expected]);
    }
  });

  test('An admin stops a bulk job, and the rest stays unchanged', async () => {
    const app = await startApp();
    await insertUsers(app, people(2_000));
    await createAccount(app, { username: 'ben', role: 'admin' });
    const [admin, ben] = [await signedIn(app, ADMIN), await signedIn(app, { username: 'ben' })];
    const { id } = (await start(admin, SUSPEND)).json();
    await until('some are done', async () => (await changed(app)).length > 0);
    const answer = await stop(ben, id);
    expect(answer.json()).toMatchObject({ state: 'stopped', stoppedBy: 'ben' });
    const { done } = answer.json();
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(2_000);
    await run(admin, { filter: { q: 'nobody' }, action: 'delete' });
    expect(await changed(app)).toHaveLength(done);
    expect((await entries(app, 'bulk ended'))[0]).toMatchObject({ by: 'ben', state: 'stopped', accounts: done });
    // Once more changes nothing.
    expect((await stop(admin, id)).json()).toMatchObject({ state: 'stopped', stoppedBy: 'ben' });
    expect((await stop(admin, 'nothing')).json().error).toBe('bulk_job_gone');
  });

  test.for(
    someOf([
      [{ status: 'suspended' }, 'The account of ann is no longer active.'],
      [{ role: 'user' }, 'ann can no longer change users.'],
      [null, 'The account of ann was deleted.'],
    ] as const),
  )('A bulk job ends when its starter has become %o', async ([values, problem]) => {
    const app = await startApp();
    await insertUsers(app, people(2_000));
    const { id: annId } = await createAccount(app, { username: 'ann', role: 'admin' });
    const [admin, ann] = [await signedIn(app, ADMIN), await signedIn(app, { username: 'ann' })];
    const { id } = (await start(ann, SUSPEND)).json();
    await until('some are done', async () => (await changed(app)).length > 0);
    const change = (what: string, payload: object) =>
      admin.request({ method: 'PATCH', url: `/api/admin/users/${annId}/${what}`, payload });
    if (values === null) await admin.request({ method: 'DELETE', url: `/api/admin/users/${annId}` });
    else await change('role' in values ? 'role' : 'status', values);
    const job = await ended(admin, id);
    expect(job).toMatchObject({ state: 'failed', problem });
    expect(job.done).toBeLessThan(2_000);
    const users = (await changed(app)).filter((name) => name !== 'ann');
    expect(users).toHaveLength(job.done);
    expect((await entries(app, 'bulk ended'))[0]).toMatchObject({ by: 'ann', state: 'failed', accounts: job.done });
  });

  test('Each admin has one running job, and there are few in all', async () => {
    const app = await startApp();
    const names = ['ann', 'ben', 'cleo', 'dan'];
    for (const username of names) await createAccount(app, { username, role: 'admin' });
    const admins = await Promise.all(names.map((username) => signedIn(app, { username })));
    await insertUsers(app, people(3_000));
    const answers = await Promise.all(admins.map((admin) => start(admin, SUSPEND)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused).toEqual({
      error: 'bulk_running',
      message: '3 bulk operations are running. Please wait until one of them is done.',
    });
    const lucky = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await start(admins[lucky] as HttpClient, SUSPEND)).json().message).toBe(
      'You have a bulk operation running. Wait until it is done, or stop it first.',
    );
    for (const { id } of await jobs(admins[0] as HttpClient)) await stop(admins[0] as HttpClient, id);
  });

  test('Every admin sees the newest jobs for a day', async () => {
    const app = await startApp();
    await createAccount(app, { username: 'ben', role: 'admin' });
    const [admin, ben] = [await signedIn(app, ADMIN), await signedIn(app, { username: 'ben' })];
    const nothing = { filter: { q: 'nobody' }, action: 'delete' };
    const first = await run(admin, nothing);
    app.clock.advance(1_000);
    const second = await run(admin, nothing);
    expect((await jobs(ben)).map(({ id }) => id)).toEqual([second.id, first.id]);
    app.clock.advance(24 * 60 * 60_000 - 1_000);
    const later = await signedIn(app, ADMIN);
    expect((await jobs(later)).map(({ id }) => id)).toEqual([second.id]);
    await app.sweep();
    expect(await app.db.selectFrom('bulk_jobs').select('id').execute()).toEqual([{ id: second.id }]);
  });

  test.runIf(isThorough())('The newest fifty jobs are kept', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (let times = 0; times < 55; times += 1) await run(admin, { filter: { q: 'nobody' }, action: 'delete' });
    expect(await app.db.selectFrom('bulk_jobs').select('id').execute()).toHaveLength(50);
    expect(await jobs(admin)).toHaveLength(50);
  });

  test('Polling for jobs does not query the database', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await run(admin, { filter: { q: 'nobody' }, action: 'delete' });
    const release = await holdTurns(app);
    try {
      // On SQLite the one connection is taken: whatever asked the database would wait for ever.
      expect(await jobs(admin)).toHaveLength(1);
    } finally {
      release();
    }
  });
});

describe('A bulk job after a restart', () => {
  test('A bulk job continues after a restart, and no user is changed twice or left out', async () => {
    const database = await migratedDatabase();
    onTestFinished(() => database.remove());
    const one = await startApp({ database });
    const rows = await insertUsers(one, people(1_500));
    const before = await signedIn(one, ADMIN);
    const { id } = (await start(before, SUSPEND)).json();
    await until('some are done', async () => (await changed(one)).length > 0);
    await one.close();
    const two = await startApp({ database });
    const done = (await changed(two)).length;
    expect(done).toBeLessThan(1_500);
    const admin = await signedIn(two, ADMIN);
    expect(await ended(admin, id)).toMatchObject({ state: 'done', done: 1_500, total: 1_500 });
    expect(await changed(two)).toEqual(rows.map(({ username }) => username).sort());
  });
});

if (inject('database') === 'postgres') {
  test('A job started on one process is seen and stopped on another', async () => {
    const database = await migratedDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    await insertUsers(one, people(2_000));
    const [here, there] = [await signedIn(one, ADMIN), await signedIn(two, ADMIN)];
    const { id } = (await start(here, SUSPEND)).json();
    await until('it is seen at the other', async () => (await jobs(there))[0]?.id === id);
    expect((await start(there, SUSPEND)).json().error).toBe('bulk_running');
    const stopped = (await stop(there, id)).json();
    expect(stopped.state).toBe('stopped');
    expect(await ended(here, id)).toMatchObject({ state: 'stopped', done: stopped.done });
    expect(await changed(one)).toHaveLength(stopped.done);
  });
}
