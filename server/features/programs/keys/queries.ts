import type { ApiKeyRow, Db, Trx } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';

const keyGone = () => new HttpError('api_key_gone', 'This API key no longer exists. It was ended.');

export type KeyWithMaker = ApiKeyRow & { readonly maker: string };

export const allKeys = (db: Db | Trx): Promise<KeyWithMaker[]> =>
  withMakers(db).orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id').execute();

export const findKey = (db: Db | Trx, id: string): Promise<KeyWithMaker> =>
  withMakers(db).where('api_keys.id', '=', id).executeTakeFirstOrThrow(keyGone);

const withMakers = (db: Db | Trx) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select('users.username as maker');

export const insertKey = (trx: Trx, row: ApiKeyRow) => trx.insertInto('api_keys').values(row).execute();

/** False if another admin was faster. */
export async function putInForce(trx: Trx, id: string, by: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set({ in_force_at: at, confirmed_by: by })
    .where('id', '=', id)
    .where('in_force_at', '>', at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const deleteKey = (trx: Trx, id: string) =>
  trx.deleteFrom('api_keys').where('id', '=', id).returning('id').executeTakeFirstOrThrow(keyGone);

export const deleteKeysExpiredBefore = (db: Db, time: number) =>
  db.deleteFrom('api_keys').where('expires_at', '<', time).returning('id').execute();
