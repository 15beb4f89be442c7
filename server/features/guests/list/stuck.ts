import { isThere, type Presence } from '../../../../contract/guests/guests.rules.ts';
import type { HelpReason } from '../../../../contract/guests/help.rules.ts';
import {
  NO_CODE_TRIED_SECONDS,
  SLOW_STEP_SECONDS,
  STUCK_REASONS,
  type StuckReason,
} from '../../../../contract/guests/stuck.rules.ts';
import { mailStepOf, type SentMail } from '../../../delivery/mail-step.ts';
import { isProcessing, outcomeOf, type Verification } from '../../verification/facts.ts';

export interface StuckFacts {
  readonly presence: Presence;
  readonly pageSince: number;
  readonly verification: Verification | null;
  readonly mail: SentMail | null;
  readonly help: { readonly reason: HelpReason; readonly since: number } | null;
}

export interface Stuck {
  readonly reason: StuckReason;
  readonly since: number;
}

/** The time from which the reason holds; may be in the future. */
const BECOMES_TRUE: Record<StuckReason, (facts: StuckFacts, now: number) => number | null> = {
  asked_for_help: ({ help }) => help?.since ?? null,
  mail_failed: ({ mail }) => {
    const sent = mail && mailStepOf(mail);
    return sent === null || sent.step === 'sent' ? null : sent.endedAt;
  },
  no_code_tried: ({ mail, verification }) => {
    if (mail === null || verification === null || verification.tries > 0) return null;
    const { step, endedAt } = mailStepOf(mail);
    return step === 'sent' && endedAt !== null ? endedAt + NO_CODE_TRIED_SECONDS * 1000 : null;
  },
  codes_refused: ({ verification }) => verification?.refusedTwiceAt ?? null,
  code_expired: ({ verification }, now) => {
    const { outcome, at } = outcomeOf(verification, now);
    return outcome === 'expired' ? at : null;
  },
  slow_step: ({ pageSince, verification }, now) =>
    verification !== null && isProcessing(verification, now) ? null : pageSince + SLOW_STEP_SECONDS * 1000,
};

/** The most important reason; null if the guest isn't stuck or isn't there. */
export function stuckOf(facts: StuckFacts, now: number): Stuck | null {
  // Staff can't message a halted guest, so they aren't asked to help.
  if (facts.help?.reason === 'told_to_come') return null;
  if (!isThere(facts) || (facts.verification?.verifiedAt ?? null) !== null) return null;
  for (const reason of STUCK_REASONS) {
    const since = BECOMES_TRUE[reason](facts, now);
    if (since !== null && since <= now) return { reason, since };
  }
  return null;
}
