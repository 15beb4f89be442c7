import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyChain } from '../../server/db/audit-chain/verify.ts';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';

// A process that is slow refuses requests that wait three seconds for one of its ten connections.
const AT_ONCE = 8;

let two: Several;

beforeAll(async () => {
  two = await Several.start(2);
});

afterAll(() => two?.close());

const report = () =>
  two.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => verifyChain(trx, two.keys, Date.now()));

const untilLinked = () => until('everything is linked', async () => (await report()).waiting === 0);

test('Two processes write one audit chain, even when one of them is killed while writing', async () => {
  const admin = await two.signedInAdmin();
  const each = two.atEach(admin);
  const create = (name: string, index: number) =>
    each[index % each.length]?.ask('POST', '/api/admin/users', { username: `${name}${index}`, role: 'user' });
  const created = async (count: number, name: string) => {
    let done = 0;
    for (let from = 0; from < count; from += AT_ONCE) {
      const asked = Array.from({ length: AT_ONCE }, (_, at) => create(name, from + at));
      for (const answer of await Promise.allSettled(asked))
        if (answer.status === 'fulfilled' && answer.value?.status === 200) done += 1;
    }
    return done;
  };
  expect(await created(40, 'first')).toBe(40);
  await untilLinked();
  const first = await report();
  expect(first.findings).toEqual([]);
  expect(first.links).toBeGreaterThan(40);

  const second = created(40, 'second');
  await until('some users are created', async () => {
    const rows = await two.db.selectFrom('users').select('id').where('username', 'like', 'second%').execute();
    return rows.length > 5;
  });
  two.server(0).kill('SIGKILL');
  await second;
  await untilLinked();
  const after = await report();
  expect(after.findings).toEqual([]);
  const entries = await two.db.selectFrom('activity').select('id').where('staff', '=', 1).execute();
  const links = await two.db.selectFrom('audit_chain').select('entry_id').where('entry_id', 'is not', null).execute();
  expect(links.map(({ entry_id }) => entry_id).sort()).toEqual(entries.map(({ id }) => id).sort());
  // The chain still contains the earlier head.
  expect(first.head).not.toBeNull();
  const since = first.head as NonNullable<typeof first.head>;
  expect((await verifyChain(two.db, two.keys, Date.now(), { since })).findings).toEqual([]);
});
