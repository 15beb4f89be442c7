import { sql } from 'kysely';
import { deleteOldest, displayName } from '../../../db/queries.ts';
import type { Db, Trx } from '../../../db/tables.ts';

/** Call before deleting accounts, because the log still names them. */
export async function keepNames(trx: Trx, userIds: readonly string[], at: number): Promise<void> {
  await trx
    .insertInto('former_users')
    .columns(['id', 'name', 'username', 'deleted_at'])
    .expression((users) =>
      users
        .selectFrom('users')
        .select(['id', displayName.$notNull().as('name'), 'username', sql<number>`${sql.lit(at)}`.as('deleted_at')])
        .where('id', 'in', userIds),
    )
    .execute();
}

export const deleteOldNames = async (db: Db, before: number, most: number): Promise<number> =>
  (await deleteOldest(db, { table: 'former_users', key: 'id', time: 'deleted_at', before }, most)).length;
