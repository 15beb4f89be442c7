import { sweepTable } from '../../../db/batches.ts';
import type { Db, EmailChangeRow, OutboxRow, Trx } from '../../../db/tables.ts';
import { acceptedAt } from '../../../delivery/one-time-code.ts';
import type { Session } from '../../../sessions/sessions.ts';

/** Also ends the earlier code and its unsent email. */
export async function putChange(trx: Trx, row: EmailChangeRow): Promise<void> {
  const { user_id: userId, ...fresh } = row;
  const earlier = trx.selectFrom('email_changes').select('mail_id').where('user_id', '=', userId);
  await trx
    .updateTable('outbox')
    .set({ expires_at: row.sent_at, error: null })
    .where('id', '=', earlier)
    .where('state', 'in', ['queued', 'sending'])
    .execute();
  await trx
    .insertInto('email_changes')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
}

/** Only the session that asked may continue. */
export const findChange = (db: Db, { id, user }: Session): Promise<EmailChangeRow | undefined> =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('session_id', '=', id)
    .executeTakeFirst();

export const countTry = (trx: Trx, { id, user }: Session): Promise<EmailChangeRow | undefined> =>
  trx
    .updateTable('email_changes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('user_id', '=', user.id)
    .where('session_id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function deleteChange(trx: Trx, { id, user }: Session): Promise<void> {
  await trx.deleteFrom('email_changes').where('user_id', '=', user.id).where('session_id', '=', id).execute();
}

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
