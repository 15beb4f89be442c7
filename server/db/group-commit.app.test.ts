import { expect, test } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { together } from './group-commit.ts';
import type { Trx } from './tables.ts';

const put = (name: string) => async (trx: Trx) => {
  await trx.insertInto('settings').values({ name, value: 'x' }).execute();
  return name;
};

test('jobs that come together are all written, and one that fails takes nothing with it', async () => {
  const app = await startApp();
  const commit = together(app.db, app.database.env.DATABASE_URL === undefined ? 1 : 3);
  const jobs = Array.from({ length: 250 }, (_, index) => commit(put(`name${index}`)));
  const failing = commit(async (trx) => {
    await put('half')(trx);
    throw new Error('changed its mind');
  });
  const twice = commit(put('name7'));
  expect(await Promise.allSettled([failing, twice])).toMatchObject([
    { status: 'rejected', reason: new Error('changed its mind') },
    { status: 'rejected' },
  ]);
  expect(await Promise.all(jobs)).toHaveLength(250);
  const rows = await app.db.selectFrom('settings').select('name').execute();
  expect(rows).toHaveLength(250);
  expect(rows).not.toContainEqual({ name: 'half' });
});
