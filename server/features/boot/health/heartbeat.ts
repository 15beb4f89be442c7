import type { Db } from '../../../db/tables.ts';

export async function beat(db: Db, now: number): Promise<void> {
  await db
    .insertInto('heartbeat')
    .values({ id: 1, beat_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: now }))
    .execute();
  await db.selectFrom('heartbeat').select('beat_at').where('id', '=', 1).executeTakeFirstOrThrow();
}
