import type { Outcome } from '../../../contract/guests/guests.rules.ts';
import { domainOf } from '../../../contract/text/email.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import { CODE_VALID_SECONDS, PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery } from '../../../contract/verification/verification.ts';
import { isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { GuestVerificationRow } from '../../db/tables.ts';
import { hasExpired, triesLeft } from '../../delivery/one-time-code.ts';
import { verificationsOf } from './queries.ts';

const VALID_MS = CODE_VALID_SECONDS * 1000;
const PROCESSING_MS = PROCESSING_SECONDS * 1000;

/** For staff, so with a masked address. */
export const factsOf = (row: GuestVerificationRow, now: number) => ({
  email: maskedEmail(row.email),
  /** Only to find delivery times; staff don't see it. */
  domain: domainOf(row.email).toLowerCase(),
  sentAt: row.sent_at,
  acceptedAt: row.accepted_at,
  // If the clock was set back, the code can't be used.
  expiresAt: hasExpired(row, now) ? Math.min(row.expires_at, now) : row.expires_at,
  tries: row.tries,
  triesLeft: triesLeft(row),
  triedAt: row.tried_at,
  isRefused: row.outcome === 'refused',
  /** Across all codes for this email address. */
  refusedTwiceAt: row.refused_twice_at,
  submittedAt: row.submitted_at,
  verifiedAt: row.verified_at,
});
export type Verification = Readonly<ReturnType<typeof factsOf>>;

export async function verificationFacts(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  since: number,
  of: Parameters<typeof verificationsOf>[2],
): Promise<(Verification & { readonly guestId: string })[]> {
  const now = clock.now();
  const rows = await verificationsOf(db, since, of);
  return rows.map((row) => ({ guestId: row.public_id, ...factsOf(row, now) }));
}

export const isProcessing = ({ submittedAt }: Pick<Verification, 'submittedAt'>, now: number) =>
  submittedAt !== null && !isLongAgo(submittedAt, PROCESSING_MS, now);

export function outcomeOf(
  verification: Verification | null,
  now: number,
): { readonly outcome: Outcome; readonly at: number | null } {
  if (verification === null) return { outcome: 'none', at: null };
  const { sentAt, expiresAt, triedAt, isRefused, verifiedAt } = verification;
  if (verifiedAt !== null) return { outcome: 'verified', at: verifiedAt };
  if (expiresAt <= now && !isProcessing(verification, now)) return { outcome: 'expired', at: expiresAt };
  if (isRefused) return { outcome: 'refused', at: triedAt ?? sentAt };
  return { outcome: 'trying', at: sentAt };
}

/** The time starts when the mail server accepts the email, and pauses during processing. */
export function codeOf(verification: Verification, now: number): CodeDelivery['code'] {
  const { acceptedAt, expiresAt, triesLeft, submittedAt, verifiedAt } = verification;
  if (verifiedAt !== null) return null;
  const heldUntil = submittedAt === null ? now : Math.min(submittedAt + PROCESSING_MS, now + PROCESSING_MS);
  const left = expiresAt - Math.max(now, heldUntil);
  if (triesLeft <= 0) return { state: 'dead', remainingMs: 0, triesLeft: 0 };
  if (left <= 0) return { state: 'expired', remainingMs: 0, triesLeft };
  if (acceptedAt === null) return { state: 'waiting', remainingMs: VALID_MS, triesLeft };
  return { state: 'running', remainingMs: Math.min(left, VALID_MS), triesLeft };
}
