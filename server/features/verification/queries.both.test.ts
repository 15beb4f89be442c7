import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../tests/support/app.ts';
import { isPostgres } from '../../db/queries.ts';
import { conclude, holdForTry } from './queries.ts';

test('A code is looked up by index, however many others there are', async () => {
  const { db } = await startApp();
  const now = Date.now();
  const others = Array.from({ length: 4_000 }, (_, index) => ({
    guest_secret: `guest${index}`,
    public_id: `public${index}`,
    email: `guest${index}@example.com`,
    code_hash: 'of-a-code',
    sent_at: now,
    expires_at: now + 300_000,
    tries: 0,
  }));
  for (let at = 0; at < others.length; at += 500)
    await db
      .insertInto('guest_verifications')
      .values(others.slice(at, at + 500))
      .execute();

  const found = await db.transaction().execute(async (trx) => {
    // SQLite keeps no statistics of scans.
    const wholeReads = async () => {
      if (!isPostgres(trx)) return 0;
      const { rows } = await sql<{ seq_scan: number }>`
        select seq_scan from pg_stat_xact_user_tables where relname = 'guest_verifications'`.execute(trx);
      return rows[0]?.seq_scan ?? 0;
    };
    // What the connection did before may still be counted here.
    const before = await wholeReads();
    const row = await holdForTry(trx, { of: 'guest7' });
    await conclude(trx, { of: 'guest7', ended: 'accepted', why: null, confirmed: now, at: now });
    return { row, wholeReads: (await wholeReads()) - before };
  });
  expect(found).toMatchObject({ row: { guest_secret: 'guest7', tries: 1 }, wholeReads: 0 });
});
