import { maskedEmail } from '../../../contract/text/masked-email.ts';
import type { Core } from '../../core.ts';
import type { GuestVerificationRow } from '../../db/tables.ts';
import type { Verification } from './outcome.ts';
import { verificationsOf } from './queries.ts';
import { hasExpired, TRIES_PER_CODE } from './verification.ts';

/** What staff see: the email address masked, and the tries left of a code. */
export async function verificationFacts(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  since: number,
  of: Parameters<typeof verificationsOf>[2],
): Promise<(Verification & { readonly guestId: string })[]> {
  const now = clock.now();
  const rows = await verificationsOf(db, since, of);
  return rows.map((row) => ({ guestId: row.public_id, ...factsOf(row, now) }));
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

export function factsOf(row: GuestVerificationRow, now: number): Verification {
  return {
    email: maskedEmail(row.email),
    domain: domainOf(row.email),
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
    // After the clock was set back a code is useless.
    expiresAt: hasExpired(row, now) ? Math.min(row.expires_at, now) : row.expires_at,
    tries: row.tries,
    triesLeft: Math.max(0, TRIES_PER_CODE - row.tries),
    triedAt: row.tried_at,
    isRefused: row.outcome === 'refused',
    refusedTwiceAt: row.refused_twice_at,
    submittedAt: row.submitted_at,
    verifiedAt: row.verified_at,
  };
}
