import { sql } from 'kysely';
import { deleteOldest } from '../../../db/queries.ts';
import type { Db, HelpRow, Trx } from '../../../db/tables.ts';

export const newestHelp = (db: Db, which: 'requests' | 'halts', most: number): Promise<HelpRow[]> =>
  db
    .selectFrom('guest_help')
    .selectAll()
    .where('halted_at', which === 'halts' ? 'is not' : 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute();

export const findHelp = (db: Db | Trx, id: string): Promise<HelpRow | undefined> =>
  db.selectFrom('guest_help').selectAll().where('id', '=', id).executeTakeFirst();

/** False if the browser is halted, which a request doesn't change. */
export async function putHelp(trx: Trx, { id, ...help }: HelpRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('guest_help')
    .values({ id, ...help })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(help).where('guest_help.halted_at', 'is', null))
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const takeHelp = (trx: Trx, id: string): Promise<HelpRow | undefined> =>
  trx.deleteFrom('guest_help').where('id', '=', id).returningAll().executeTakeFirst();

/** Spares halts, which only the guest ends. False if there was nothing to delete. */
export async function deleteRequests(trx: Trx, ids: readonly string[]): Promise<boolean> {
  const requests = trx.deleteFrom('guest_help').where('id', 'in', ids).where('halted_at', 'is', null);
  return ids.length > 0 && (await requests.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

export async function renewHalt(db: Db, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guest_help')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where('halted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const byTime = { table: 'guest_help', key: 'id', time: 'updated_at' } as const;

export const deleteOldHalts = (db: Db, before: number, most: number): Promise<string[]> =>
  deleteOldest(db, { ...byTime, before, where: sql`halted_at is not null` }, most);

export const deleteOldRequests = (db: Db, before: number, most: number): Promise<string[]> =>
  deleteOldest(db, { ...byTime, before, where: sql`halted_at is null` }, most);
