import type { GuestVerificationRow, Trx } from '../../../db/tables.ts';

/** Marks each once, across all processes. A new code starts over. */
export function markAbandoned(
  trx: Trx,
  { before, now, most, severalProcesses }: { before: number; now: number; most: number; severalProcesses: boolean },
): Promise<GuestVerificationRow[]> {
  const unfinished = trx
    .selectFrom('guest_verifications')
    .select('guest_secret')
    .where('verified_at', 'is', null)
    .where('abandoned_at', 'is', null)
    .where('expires_at', '<=', before)
    .orderBy('expires_at')
    .limit(most);
  return trx
    .updateTable('guest_verifications')
    .set({ abandoned_at: now })
    .where('guest_secret', 'in', severalProcesses ? unfinished.forUpdate().skipLocked() : unfinished)
    .where('abandoned_at', 'is', null)
    .returningAll()
    .execute();
}
