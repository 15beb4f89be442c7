import { sql } from 'kysely';
import { isPostgres } from '../../../db/queries.ts';
import type { Trx } from '../../../db/tables.ts';

/** No other transaction halts this browser or sends it a message. */
export async function lockBrowser(trx: Trx, guestId: string): Promise<void> {
  // SQLite runs one transaction at a time.
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${guestId}, 0))`.execute(trx);
}

/** Memory may not know of the halt yet. Holds until the transaction ends. Decision 73. */
export async function isHaltedNow(trx: Trx, guestId: string): Promise<boolean> {
  await lockBrowser(trx, guestId);
  return (await oneHalt(trx).where('id', '=', guestId).executeTakeFirst()) !== undefined;
}

export const isAnyHaltedAt = async (trx: Trx, ipAddress: string): Promise<boolean> =>
  (await oneHalt(trx).where('ip_address', '=', ipAddress).executeTakeFirst()) !== undefined;

const oneHalt = (trx: Trx) => trx.selectFrom('guest_help').select('id').where('halted_at', 'is not', null).limit(1);
