import type { Outcome } from '../../../contract/guests/guests.rules.ts';
import { PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import { isLongAgo } from '../../clock.ts';

export interface Verification {
  readonly email: string;
  /** Of the email address; not for staff. */
  readonly domain: string;
  readonly sentAt: number;
  /** When the mail server accepted the email; null until then. */
  readonly acceptedAt: number | null;
  readonly expiresAt: number;
  readonly tries: number;
  readonly triesLeft: number;
  readonly triedAt: number | null;
  readonly isRefused: boolean;
  /** When this code got a wrong try and an earlier one for the same email address had too. */
  readonly refusedTwiceAt: number | null;
  readonly submittedAt: number | null;
  readonly verifiedAt: number | null;
}

/** The guest sees 15 seconds of processing. */
export const isProcessing = ({ submittedAt }: Pick<Verification, 'submittedAt'>, now: number) =>
  submittedAt !== null && !isLongAgo(submittedAt, PROCESSING_SECONDS * 1000, now);

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
