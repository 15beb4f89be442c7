import { CODE_VALID_SECONDS, PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery } from '../../../contract/verification/verification.ts';
import type { Verification } from './outcome.ts';

const VALID_MS = CODE_VALID_SECONDS * 1000;
const PROCESSING_MS = PROCESSING_SECONDS * 1000;

export type CodeFacts = Pick<
  Verification,
  'sentAt' | 'acceptedAt' | 'expiresAt' | 'triesLeft' | 'submittedAt' | 'verifiedAt'
>;

/** The countdown starts when the mail server accepts the email and pauses during processing. */
export function codeOf(facts: CodeFacts, now: number): CodeDelivery['code'] {
  const { acceptedAt, expiresAt, triesLeft, submittedAt, verifiedAt } = facts;
  if (verifiedAt !== null) return null;
  const heldUntil = submittedAt === null ? now : Math.min(submittedAt + PROCESSING_MS, now + PROCESSING_MS);
  const left = expiresAt - Math.max(now, heldUntil);
  if (triesLeft <= 0) return { state: 'dead', remainingMs: 0, triesLeft: 0 };
  if (left <= 0) return { state: 'expired', remainingMs: 0, triesLeft };
  if (acceptedAt === null) return { state: 'waiting', remainingMs: VALID_MS, triesLeft };
  return { state: 'running', remainingMs: Math.min(left, VALID_MS), triesLeft };
}
