/** What staff know of a guest, and what they can do. No schemas here: pages import this file. */

import type { GuestPage } from '../verification/verification.rules.ts';
import type { SteerWhat } from './messages.rules.ts';

/** Away: the page is hidden. Left: it was closed. Gone: the connection was lost. */
export const PRESENCES = ['here', 'away', 'left', 'gone'] as const;
export type Presence = (typeof PRESENCES)[number];

export const OUTCOMES = ['none', 'trying', 'verified', 'refused', 'expired'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** In the order in which guests are helped. */
export const STUCK_REASONS = [
  'asked_for_help',
  'mail_failed',
  'no_code_tried',
  'codes_refused',
  'code_expired',
  'slow_step',
] as const;
export type StuckReason = (typeof STUCK_REASONS)[number];

export const STUCK_WORDS: Record<StuckReason, string> = {
  asked_for_help: 'Asked for help',
  mail_failed: 'The mail could not be delivered',
  no_code_tried: 'Mail sent, but no code entered',
  codes_refused: 'Two codes refused',
  code_expired: 'The code has expired',
  slow_step: 'Three minutes on one step',
};

/** The mail was accepted so long ago, and no code was tried. */
export const NO_CODE_TRIED_SECONDS = 90;
export const REFUSED_CODES = 2;
export const SLOW_STEP_SECONDS = 180;
/** A page that is hidden may be suspended: for so long it is away, then gone. */
export const AWAY_SECONDS = 300;

export const GUEST_VIEWS = ['needs-help', 'here', 'verified', 'all'] as const;
export type GuestView = (typeof GUEST_VIEWS)[number];

interface Facts {
  readonly page: GuestPage | string;
  readonly email: string | null;
  readonly presence: Presence;
  readonly outcome: Outcome;
  readonly halted: boolean;
}

export type GuestStep = Exclude<SteerWhat, 'move'> | 'verify-redirect' | 'entry-redirect';

export const HALTED = 'This guest said that somebody told them to come here, and has not chosen to go on';
export const HALTED_AT_ADDRESS =
  'Nothing was sent. Every guest we know at this address said that somebody told them to come here, and none has chosen to go on.';

/** Why a step cannot be done with this guest, in a sentence; null when it can. The server and the buttons go by the same. */
export function blockedStep(step: GuestStep, { page, email, outcome, halted }: Facts): string | null {
  if (halted) return HALTED;
  if (step === 'verify-redirect') {
    if (email === null) return 'The guest has not entered an email address yet';
    if (outcome === 'verified') return 'The guest is verified already';
    if (page === 'Verify Code Page') return 'The guest is on this page already';
  }
  if (step === 'entry-redirect' && page === 'Email Entry Page') return 'The guest is on this page already';
  if (step === 'email-prompt' && page !== 'Email Entry Page') return 'The guest is not on the email page';
  if (step === 'code-prompt') {
    if (page === 'Email Entry Page') return 'The guest is not on the code page';
    if (outcome === 'verified') return 'The guest is verified already';
  }
  if (step === 'resend') {
    if (email === null) return 'The guest has not entered an email address yet';
    if (outcome === 'verified') return 'The guest is verified already';
  }
  return null;
}

/** Leading somebody out who has not confirmed anything is asked about first. */
export const exitNeedsQuestion = ({ outcome }: Pick<Facts, 'outcome'>) => outcome !== 'verified';
