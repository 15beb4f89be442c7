import { CLAIM_SILENT_SECONDS } from '../../../../contract/guests/messages.rules.ts';
import { isAhead } from '../../../clock.ts';

interface Claim {
  readonly claimed_by: string | null;
  readonly claim_used_at: number | null;
}

/** Whoever has been silent for long is not helping any more, and nobody has to say so. */
export const isClaimed = ({ claimed_by, claim_used_at }: Claim, now: number): boolean =>
  claimed_by !== null &&
  claim_used_at !== null &&
  now - claim_used_at < CLAIM_SILENT_SECONDS * 1000 &&
  !isAhead(claim_used_at, now);
