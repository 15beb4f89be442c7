import { sql } from 'kysely';
import { COMMAND_LINE_ID } from '../../../contract/activity.rules.ts';
import { isLongAgo } from '../../clock.ts';
import type { AdminTermRow, Db, Trx } from '../../db/tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** For so long an account is one hand with the admin who made it, let it in or knows a password of it. */
const ONE_HAND_MS = 30 * DAY_MS;

const isAdmin = sql<boolean>`role = 'admin' and status <> 'suspended'`;

/** Which of these accounts are admins who can sign in. */
export async function adminsAmong(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom('users').select('id').where('id', 'in', ids).where(isAdmin).execute();
  return rows.map(({ id }) => id);
}

/**
 * To be called after a change by which somebody became an admin, or by which somebody else could sign in as one. What the
 * operator does at the terminal is no reason for doubt.
 */
export async function beginTerms(trx: Trx, ids: readonly string[], by: string, at: number): Promise<void> {
  if (by === COMMAND_LINE_ID) return;
  const admins = await adminsAmong(trx, ids);
  if (admins.length === 0) return;
  const maker = await termOf(trx, by);
  // Accounts that were made by accounts that were just made have one maker.
  const term = { began_at: at, began_by: handOf({ id: by, term: maker }, at), ended_at: null };
  await trx
    .insertInto('admin_terms')
    .values(admins.map((user_id) => ({ user_id, ...term })))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(term))
    .execute();
}

/** These were admins until now. */
export async function endTerms(trx: Trx, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto('admin_terms')
    .values(ids.map((user_id) => ({ user_id, began_at: 0, began_by: null, ended_at: at })))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ended_at: at }))
    .execute();
}

export const termOf = (db: Db | Trx, userId: string): Promise<AdminTermRow | undefined> =>
  db.selectFrom('admin_terms').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** An admin, and what is known of how they became one: nothing where that is long ago. */
export interface AdminHand {
  readonly id: string;
  readonly term: Pick<AdminTermRow, 'began_at' | 'began_by'> | undefined;
}

/** Whose hand it is: somebody who makes an account, or knows a password of it, could be the one who uses it. */
const handOf = ({ id, term }: AdminHand, now: number): string =>
  term === undefined || term.began_by === null || isLongAgo(term.began_at, ONE_HAND_MS, now) ? id : term.began_by;

export const isNewAdmin = ({ term }: AdminHand, now: number): boolean =>
  term !== undefined && !isLongAgo(term.began_at, DAY_MS, now);

export const isOneHand = (one: AdminHand, other: AdminHand, now: number): boolean =>
  handOf(one, now) === handOf(other, now);

/** Whether there is another admin, or was one within a day: nobody becomes the only one by locking the others out. */
export async function hasHadOtherAdmin(db: Db | Trx, userId: string, now: number): Promise<boolean> {
  const there = await db.selectFrom('users').select('id').where(isAdmin).where('id', '<>', userId).limit(1).execute();
  if (there.length > 0) return true;
  const gone = await db
    .selectFrom('admin_terms')
    .select('user_id')
    .where('user_id', '<>', userId)
    .where('ended_at', '>', now - DAY_MS)
    .limit(1)
    .execute();
  return gone.length > 0;
}

export async function sweepTerms(db: Db, now: number): Promise<void> {
  const before = now - ONE_HAND_MS;
  await db
    .deleteFrom('admin_terms')
    .where('began_at', '<', before)
    .where(sql<boolean>`coalesce(ended_at, 0) < ${before}`)
    .execute();
}
