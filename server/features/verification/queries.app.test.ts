import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../tests/support/app.ts';
import { isPostgres } from '../../db/queries.ts';
import { conclude, countTry } from './queries.ts';

test('a code that is entered is looked up, however many others there are', async ({ skip }) => {
  const { db } = await startApp();
  if (!isPostgres(db)) skip('SQLite reads a table for as many rows as it is given, and by its index.');
  const now = Date.now();
  const rows = Array.from({ length: 4_000 }, (_, index) => ({
    guest_id: `guest${index}`,
    public_id: `public${index}`,
    email: `guest${index}@example.com`,
    code_hash: 'of-a-code',
    sent_at: now,
    expires_at: now + 300_000,
    tries: 0,
  }));
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('guest_verifications')
      .values(rows.slice(at, at + 500))
      .execute();

  const found = await db.transaction().execute(async (trx) => {
    const row = await countTry(trx, { guest_id: 'guest7', now });
    const accepted = { outcome: 'accepted', refusal: null, verified_at: now } as const;
    await conclude(trx, { guest_id: 'guest7', ...accepted, now });
    const scans = await sql<{ seq_scan: number }>`
      select seq_scan from pg_stat_xact_user_tables where relname = 'guest_verifications'`.execute(trx);
    return { row, scans: scans.rows };
  });
  expect(found.row).toMatchObject({ guest_id: 'guest7', tries: 1 });
  expect(found.scans).toEqual([{ seq_scan: 0 }]);
});
