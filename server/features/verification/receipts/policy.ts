import { PROCESSING_SECONDS } from '../../../../contract/verification/verification.rules.ts';
import { DAY_MS, isAhead } from '../../../clock.ts';
import type { GuestVerificationRow } from '../../../db/tables.ts';

const GIVEN_FOR_MS = DAY_MS;
const PROCESSING_MS = PROCESSING_SECONDS * 1000;

type Verification = Pick<GuestVerificationRow, 'verified_at' | 'submitted_at'>;

/** A receipt is available once the guest knows the outcome. */
export function mayHaveReceipt<V extends Verification>(row: V, now: number): row is V & { verified_at: number } {
  const { verified_at, submitted_at } = row;
  if (verified_at === null || isAhead(verified_at, now) || now - verified_at >= GIVEN_FOR_MS) return false;
  const isHeldBack = submitted_at !== null && now < submitted_at + PROCESSING_MS;
  return !isHeldBack;
}

/** Another gate token may mean another person. */
export const isSameErrand = (confirmedWith: string | null, cameInWith: string | null) => confirmedWith === cameInWith;
