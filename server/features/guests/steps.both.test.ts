import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../tests/support/app.ts';
import { planOf } from '../../../tests/support/query-plan.ts';
import { DAY_MS } from '../../clock.ts';
import { isPostgres } from '../../db/queries.ts';
import { countSteps } from './steps.ts';

test('Steps can be counted from an index alone', async () => {
  const app = await startApp();
  const now = app.clock.now();
  const plan = await app.db.transaction().execute(async (trx) => {
    // What PostgreSQL prefers depends on how large the table is and when it was last vacuumed.
    if (isPostgres(trx))
      for (const other of ['enable_seqscan', 'enable_bitmapscan'])
        await sql`select set_config(${other}, 'off', true)`.execute(trx);
    return planOf(trx, (db) => countSteps(db, now - 7 * DAY_MS, now));
  });
  expect(plan).toMatch(
    isPostgres(app.db) ? /Index Only Scan using guest_steps_by_time/ : /COVERING INDEX guest_steps_by_time/,
  );
});
