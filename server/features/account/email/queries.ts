import { sweepTable } from '../../../db/batches.ts';
import { isPostgres } from '../../../db/queries.ts';
import type { Db, EmailChangeRow, OutboxRow, Trx, UserRow } from '../../../db/tables.ts';
import { acceptedAt } from '../../../delivery/one-time-code.ts';

export async function putChange(trx: Trx, row: EmailChangeRow): Promise<void> {
  const { user_id: _, ...fresh } = row;
  await trx
    .insertInto('email_changes')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
}

/** Only the session that asked may continue. */
interface Asking {
  readonly userId: string;
  readonly sessionId: string;
}

export const findChange = (db: Db, { userId, sessionId }: Asking): Promise<EmailChangeRow | undefined> =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

export const countTry = (trx: Trx, { userId, sessionId }: Asking): Promise<EmailChangeRow | undefined> =>
  trx
    .updateTable('email_changes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .returningAll()
    .executeTakeFirst();

export async function deleteChange(trx: Trx, { userId, sessionId }: Asking): Promise<void> {
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).where('session_id', '=', sessionId).execute();
}

/**
 * Locked: the search columns combine all names. Users before sessions, the order of all transactions, against
 * deadlocks.
 */
export const lockUser = (trx: Trx, id: string): Promise<UserRow | undefined> =>
  trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();

export const ownerOfEmail = (trx: Trx, emailKey: string) =>
  trx.selectFrom('users').select('id').where('email_key', '=', emailKey).executeTakeFirst();

export async function emailChangeMailAccepted(
  trx: Trx,
  { id, guest_id }: Pick<OutboxRow, 'id' | 'guest_id'>,
  at: number,
): Promise<void> {
  if (guest_id !== null) return;
  await trx
    .updateTable('email_changes')
    .set(acceptedAt(at))
    .where('mail_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute();
}

export const sweepEmailChanges = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'email_changes', key: 'user_id', time: 'expires_at', before: now }, closing);
