import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { takeFromLimits } from '../limits/database-counts.ts';
import { createLog } from '../process/log.ts';
import { groupCommit, Refusal } from './group-commit.ts';
import { openPostgres } from './postgres.ts';
import type { Db, Trx } from './tables.ts';

const put = (name: string) => async (trx: Trx) => {
  await trx.insertInto('settings').values({ name, value: '0' }).execute();
  return name;
};
const of = (name: string) => ({ kind: 'test', keys: [name] });
const commitOf = (app: TestApp, db = app.db) => groupCommit(db, app.database.env.DATABASE_URL === undefined ? 1 : 3);
const namesIn = async (db: Db) => (await db.selectFrom('settings').select('name').execute()).map(({ name }) => name);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe.for([
  ['that say what they touch', true],
  ['that do not', false],
] as const)('Concurrent jobs %s', ([, says]) => {
  test('Concurrent jobs are all written, and a failed one does not undo the others', async () => {
    const app = await startApp();
    const commit = commitOf(app);
    const touching = (name: string) => (says ? of(name) : undefined);
    const jobs = times(100, (index) => commit(put(`name${index}`), touching(`name${index}`)));
    const failing = commit(async (trx) => {
      await put('half')(trx);
      throw new Error('changed its mind');
    }, touching('half'));
    const twice = commit(put('name7'), touching('name7'));
    const invalid = commit(
      (trx) =>
        trx
          .insertInto('settings')
          .values({ name: 'nothing', value: null as never })
          .execute(),
      touching('nothing'),
    );
    expect(await Promise.allSettled([failing, twice, invalid])).toMatchObject([
      { status: 'rejected', reason: new Error('changed its mind') },
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    expect(await Promise.all(jobs)).toEqual(times(100, (index) => `name${index}`));
    const names = await namesIn(app.db);
    expect(names).toHaveLength(100);
    expect(names).not.toContain('half');
  });
});

test('A refused job does not run again; the others of its group do, and are committed', async () => {
  const app = await startApp();
  const commit = commitOf(app);
  const runs = new Map<string, number>();
  const job = (name: string) =>
    commit(async (trx) => {
      runs.set(name, (runs.get(name) ?? 0) + 1);
      await put(name)(trx);
      if (name.startsWith('refused')) throw new Refusal(name);
      return name;
    }, of(name));
  const answers = await Promise.allSettled(['a', 'refused1', 'b', 'refused2'].map(job));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(answers[1]).toMatchObject({ reason: new Refusal('refused1') });
  expect(Object.fromEntries(runs)).toEqual({ a: 2, refused1: 1, b: 2, refused2: 1 });
  expect((await namesIn(app.db)).toSorted()).toEqual(['a', 'b']);
});

test('Jobs that read and write the same row run one after the other, in order', async () => {
  const app = await startApp();
  const commit = commitOf(app);
  for (const name of ['a', 'b', 'c']) await commit(put(name), of(name));
  const add = (name: string) =>
    commit(async (trx) => {
      const row = await trx.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
      const value = Number(row.value) + 1;
      await trx
        .updateTable('settings')
        .set({ value: String(value) })
        .where('name', '=', name)
        .execute();
      return value;
    }, of(name));
  const answers = await Promise.all(times(60, (index) => add('abc'[index % 3] as string)));
  expect(answers).toEqual(times(60, (index) => Math.floor(index / 3) + 1));
});

test('A group that waits blocks no other group where there are several connections', async () => {
  const app = await startApp();
  if (app.database.env.DATABASE_URL === undefined) return;
  const commit = commitOf(app);
  await commit(put('taken'), of('taken'));
  const change = (trx: Trx) => trx.updateTable('settings').set({ value: '1' }).where('name', '=', 'taken').execute();
  let held: Promise<unknown> = Promise.resolve();
  await app.db.transaction().execute(async (other) => {
    await change(other);
    await new Promise<void>((begun) => {
      held = commit((trx) => {
        begun();
        return change(trx);
      }, of('taken'));
    });
    for (const name of ['a', 'b', 'c']) await commit(put(name), of(name));
  });
  await held;
  expect(await namesIn(app.db)).toHaveLength(4);
});

/** On PostgreSQL as two processes do, each with connections and groups of its own. */
test('Limits under concurrent jobs let exactly as many pass as allowed, and nothing else is written', async () => {
  const app = await startApp();
  const { DATABASE_URL } = app.database.env;
  const dbs = [app.db];
  if (DATABASE_URL !== undefined) {
    const { db } = openPostgres(DATABASE_URL, createLog('silent'));
    onTestFinished(() => db.destroy());
    dbs.push(db);
  }
  const commits = dbs.map((db) => commitOf(app, db));
  const now = app.clock.now();
  let seed = 5;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const asked = times(400, (index) => ({
    name: `job${index}`,
    address: `address${random(20)}`,
    network: `net${random(30)}`,
  }));
  const answers = await Promise.allSettled(
    asked.map(({ name, address, network }, index) => {
      const limits = [
        { key: network, most: 8, seconds: 60 },
        { key: `${address}:${network}`, most: 3, seconds: 60 },
        { key: address, most: 10, seconds: 60 },
      ];
      const touches = { kind: 'test', keys: limits.map(({ key }) => key) };
      return (commits[index % commits.length] as (typeof commits)[0])(async (trx) => {
        if ((await takeFromLimits(trx, limits, now)) > 0) throw new Refusal('used up');
        return put(name)(trx);
      }, touches);
    }),
  );
  const passed = asked.filter((_, index) => answers[index]?.status === 'fulfilled');
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(Refusal);
  expect((await namesIn(app.db)).toSorted()).toEqual(passed.map(({ name }) => name).toSorted());

  const counted = new Map(
    (await app.db.selectFrom('limit_counts').selectAll().execute()).map((row) => [row.key, row.count]),
  );
  const passedOf = (key: string) =>
    passed.filter(({ address, network }) => [address, network, `${address}:${network}`].includes(key)).length;
  for (const [key, count] of counted) expect([key, count]).toEqual([key, passedOf(key)]);
  // Refused because of a limit that is used up.
  for (const [index, { address, network }] of asked.entries()) {
    if (answers[index]?.status === 'fulfilled') continue;
    const full = [passedOf(network) === 8, passedOf(address) === 10, passedOf(`${address}:${network}`) === 3];
    expect(full).toContain(true);
  }
});
