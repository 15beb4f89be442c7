import {
  NO_CODE_TRIED_SECONDS,
  type Presence,
  SLOW_STEP_SECONDS,
  STUCK_REASONS,
  type StuckReason,
} from '../../../../contract/guests/guests.rules.ts';
import type { HelpReason } from '../../../../contract/guests/help.rules.ts';
import { mailStepOf } from '../../../delivery/mail-step.ts';
import { isProcessing, outcomeOf, type Verification } from '../../verification/facts.ts';
import type { GuestMail } from '../presence/presence.ts';

export interface StuckFacts {
  readonly presence: Presence;
  readonly pageSince: number;
  readonly verification: Verification | null;
  readonly mail: GuestMail | null;
  readonly help: { readonly reason: HelpReason; readonly since: number } | null;
}

export interface Stuck {
  readonly reason: StuckReason;
  readonly since: number;
}

/** Since when the reason holds, or from when it will; null when it does not. */
const BECOMES_TRUE: Record<StuckReason, (facts: StuckFacts, now: number) => number | null> = {
  asked_for_help: ({ help }) => help?.since ?? null,
  mail_failed: ({ mail }) => {
    if (mail === null) return null;
    const { step, since } = mailStepOf(mail);
    return step === 'refused' || step === 'bounced' || step === 'expired' ? since : null;
  },
  no_code_tried: ({ mail, verification }) => {
    if (mail === null || verification === null || verification.tries > 0) return null;
    const { step, since } = mailStepOf(mail);
    return step === 'sent' ? since + NO_CODE_TRIED_SECONDS * 1000 : null;
  },
  codes_refused: ({ verification }) => verification?.refusedTwiceAt ?? null,
  code_expired: ({ verification }, now) => {
    const { outcome, at } = outcomeOf(verification, now);
    return outcome === 'expired' ? at : null;
  },
  slow_step: ({ pageSince, verification }, now) =>
    verification !== null && isProcessing(verification, now) ? null : pageSince + SLOW_STEP_SECONDS * 1000,
};

/** The first reason that holds; null for guests who are not stuck or not there. */
export function stuckOf(facts: StuckFacts, now: number): Stuck | null {
  const isThere = facts.presence === 'here' || facts.presence === 'away';
  // No message reaches a guest who has halted, so no helper is called.
  if (facts.help?.reason === 'told_to_come') return null;
  if (!isThere || (facts.verification?.verifiedAt ?? null) !== null) return null;
  for (const reason of STUCK_REASONS) {
    const since = BECOMES_TRUE[reason](facts, now);
    if (since !== null && since <= now) return { reason, since };
  }
  return null;
}
