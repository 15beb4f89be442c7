import { sql } from 'kysely';
import { isPostgres } from '../../../db/queries.ts';
import type { Trx } from '../../../db/tables.ts';

/** Until the commit, no other transaction can halt this browser or send it a message. */
export async function lockBrowser(trx: Trx, guestId: string): Promise<void> {
  // SQLite runs one write transaction at a time.
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${guestId}, 0))`.execute(trx);
}

/** Reads the database, because memory may not know of a halt yet. True until the commit. Decision 73. */
export async function isHaltedNow(trx: Trx, guestId: string): Promise<boolean> {
  await lockBrowser(trx, guestId);
  return (await oneHalt(trx).where('id', '=', guestId).executeTakeFirst()) !== undefined;
}

export const isAnyHaltedAt = async (trx: Trx, ipAddress: string): Promise<boolean> =>
  (await oneHalt(trx).where('ip_address', '=', ipAddress).executeTakeFirst()) !== undefined;

const oneHalt = (trx: Trx) => trx.selectFrom('guest_help').select('id').where('halted_at', 'is not', null).limit(1);
