import { blockedStep, type GuestStep, type StuckReason } from '../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../contract/guests/guests.ts';
import type { HelpReason } from '../../../contract/guests/help.rules.ts';
import { isReachable } from './guest-facts.ts';

/** In the order in which they are tried: the first that can be done now. */
const whenStuck: Record<Exclude<StuckReason, 'asked_for_help'>, readonly GuestStep[]> = {
  mail_failed: ['entry-redirect', 'email-prompt'],
  no_code_tried: ['resend', 'code-prompt'],
  codes_refused: ['resend', 'email-prompt'],
  code_expired: ['resend', 'email-prompt'],
  slow_step: ['email-prompt', 'code-prompt'],
};

const whenAsked: Record<HelpReason, readonly GuestStep[]> = {
  no_mail: ['resend', 'email-prompt'],
  wrong_address: ['entry-redirect', 'email-prompt'],
  code_refused: ['resend', 'email-prompt'],
  // Nobody steers somebody who was told to come here.
  told_to_come: [],
};

type Facts = Pick<Guest, 'page' | 'email' | 'presence' | 'outcome' | 'halted' | 'mail' | 'stuck' | 'help' | 'steer'>;

function wantedSteps({ outcome, stuck, help, mail }: Facts): readonly GuestStep[] {
  if (outcome === 'verified') return ['exit'];
  if (help) return whenAsked[help.reason];
  if (stuck && stuck.reason !== 'asked_for_help') return whenStuck[stuck.reason];
  return mail?.state === 'refused' || mail?.state === 'bounced' ? whenStuck.mail_failed : [];
}

const asSteer = (step: GuestStep) => (step === 'verify-redirect' || step === 'entry-redirect' ? 'move' : step);

/** It was sent for this very reason, and has not been withdrawn: what comes next is up to the guest. */
function isUnderWay(step: GuestStep, { steer, stuck, help }: Facts) {
  if (!steer || steer.what !== asSteer(step) || steer.state === 'withdrawn') return false;
  const since = help?.since ?? stuck?.since;
  return since === undefined || steer.at >= since;
}

/** The one thing that would help this guest on now; null when there is nothing to do but wait. */
export function nextStep(guest: Facts): GuestStep | null {
  if (guest.halted || !isReachable(guest)) return null;
  const possible = wantedSteps(guest).filter((step) => blockedStep(step, guest) === null);
  return possible.find((step) => !isUnderWay(step, guest)) ?? null;
}

/** What is said in place of a next step. */
export function describeRest(guest: Facts) {
  if (!isReachable(guest)) return 'The guest is not here. What you send waits for them.';
  return guest.stuck ? 'It is up to the guest now.' : 'Nothing is needed right now.';
}
