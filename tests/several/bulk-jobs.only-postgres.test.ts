import { afterAll, beforeAll, expect } from 'vitest';
import { detail } from '../support/detail.ts';
import { insertUsers } from '../support/many-users.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';

const USERS = 4_000;
const clock = { now: () => Date.now() };

let two: Several;

beforeAll(async () => {
  two = await Several.start(2);
});

afterAll(() => two?.close());

async function changedNames(): Promise<string[]> {
  const rows = await two.db
    .selectFrom('activity')
    .select('details')
    .where('action', '=', 'profile_update')
    .where('details', 'like', '%"change":"status"%')
    .execute();
  return rows.map(({ details }) => JSON.parse(details ?? '{}').username).sort();
}

detail('Another process continues the bulk job of a killed one, and every user changes exactly once', async () => {
  const admin = await two.signedInAdmin();
  const rows = await insertUsers(
    { db: two.db, keys: two.keys, clock },
    Array.from({ length: USERS }, (_, index) => ({ username: `u${String(index).padStart(5, '0')}` })),
  );
  const body = { filter: { q: 'u0' }, action: 'status', value: 'suspended' };
  const start = async () => (await two.at(0, admin).ask('POST', '/api/admin/bulk-jobs', body)).body.id as string;
  let id = '';
  const job = () => two.db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await two.db.transaction().execute(async (trx) => {
    // The lock on the last row keeps the job from finishing, however slow this process is.
    const last = rows.at(-1)?.id as string;
    await trx.selectFrom('users').select('id').where('id', '=', last).forUpdate().execute();
    id = await start();
    await until('some users are changed', async () => (await job()).done > 0);
    two.server(0).kill('SIGKILL');
    await two.server(0).exited;
  });
  const { done, state, claimed_by: dead } = await job();
  expect(state).toBe('running');
  expect(done).toBeLessThan(USERS);
  expect(await changedNames()).toHaveLength(done);
  const survivor = two.at(1, admin);
  const seen = async () => {
    const jobs = (await survivor.ask('GET', '/api/admin/bulk-jobs')).body as unknown as { id: string; state: string }[];
    return jobs.find((one) => one.id === id)?.state;
  };
  expect(await seen()).toBe('running');
  await until('the other process has the job', async () => (await job()).claimed_by !== dead);
  await until('the job is done', async () => (await seen()) === 'done');
  expect(await job()).toMatchObject({ done: USERS, total: USERS });
  expect(await changedNames()).toEqual(rows.map(({ username }) => username).sort());
});
