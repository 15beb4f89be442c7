import type { Outcome } from '../../../contract/guests/guests.rules.ts';
import { PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import { isLongAgo } from '../../clock.ts';

/** How far a browser is with its code: what the verification tells staff. */
export interface Verification {
  /** Masked. */
  readonly email: string;
  /** Of the address; not for staff. */
  readonly domain: string;
  readonly sentAt: number;
  /** When the mail server took the mail, and the time of the code began; null until then. */
  readonly acceptedAt: number | null;
  readonly expiresAt: number;
  /** Of this code. */
  readonly tries: number;
  readonly triesLeft: number;
  readonly triedAt: number | null;
  /** The last try was refused. */
  readonly isRefused: boolean;
  /** When this code was refused, and it was not the first refusal for this address. */
  readonly refusedTwiceAt: number | null;
  /** When the processing began that the guest is shown. */
  readonly submittedAt: number | null;
  readonly verifiedAt: number | null;
}

/** The guest is shown for 15 seconds that the code is being processed, and can do nothing meanwhile. */
export const isProcessing = ({ submittedAt }: Pick<Verification, 'submittedAt'>, now: number) =>
  submittedAt !== null && !isLongAgo(submittedAt, PROCESSING_SECONDS * 1000, now);

/** What came of the verification, and since when. */
export function outcomeOf(
  verification: Verification | null,
  now: number,
): { readonly outcome: Outcome; readonly at: number | null } {
  if (verification === null) return { outcome: 'none', at: null };
  const { sentAt, expiresAt, triedAt, isRefused, verifiedAt } = verification;
  if (verifiedAt !== null) return { outcome: 'verified', at: verifiedAt };
  // The clock of a code stands still while it is processed.
  if (expiresAt <= now && !isProcessing(verification, now)) return { outcome: 'expired', at: expiresAt };
  if (isRefused) return { outcome: 'refused', at: triedAt ?? sentAt };
  return { outcome: 'trying', at: sentAt };
}
