import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { newDatabase } from '../../tests/support/database.ts';
import { detail } from '../../tests/support/detail.ts';

const ROWS = 20_000;

async function fillAndEmpty({ db, sweep }: TestApp): Promise<void> {
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into limit_counts (key, count, resets_at, passed) select ${sql.lit('0'.repeat(995))} || cast(i as text), 1, 0, '' from n`.execute(
    db,
  );
  await db.deleteFrom('limit_counts').execute();
  await sweep();
}

if (inject('database') === 'sqlite') {
  test('A sweep gives unused space back', async () => {
    const app = await startApp();
    const file = join(app.database.env.DATA_DIR, 'gatehouse.db');
    await fillAndEmpty(app);
    expect(statSync(file).size).toBeLessThan(10_000_000);
    expect(statSync(`${file}-wal`).size).toBe(0);
  });

  detail('A sweep gives back the space of a file from an older version too', async () => {
    const database = await newDatabase();
    const file = join(database.env.DATA_DIR, 'gatehouse.db');
    const old = new DatabaseSync(file);
    old.exec('pragma auto_vacuum = none; create table before_us (a text); drop table before_us');
    old.close();
    const app = await startApp({ database });
    expect((await sql`pragma auto_vacuum`.execute(app.db)).rows).toEqual([{ auto_vacuum: 2 }]);
    await fillAndEmpty(app);
    expect(statSync(file).size).toBeLessThan(10_000_000);
    await app.close();
    await database.remove();
  });
} else {
  test('On PostgreSQL a sweep runs no vacuum', async () => {
    const app = await startApp();
    await fillAndEmpty(app);
    const { rows } =
      await sql`select count(*) as vacuums from pg_stat_user_tables where last_vacuum is not null`.execute(app.db);
    expect(rows).toEqual([{ vacuums: 0 }]);
  });
}
