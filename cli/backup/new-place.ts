import { migrate } from '../../server/db/migrate.ts';
import type { Db, Trx } from '../../server/db/tables.ts';

/** Makes what an older version left as this version has it, and takes up what the old place was doing. */
export async function settleIn(db: Db | Trx): Promise<void> {
  await migrate(db);
  // Whoever was sending it is not here; whether it arrived nobody can know.
  await db.updateTable('outbox').set({ state: 'queued', due_at: Date.now() }).where('state', '=', 'sending').execute();
}
