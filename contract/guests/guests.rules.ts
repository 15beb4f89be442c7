/** What staff know of a guest. No schemas here: pages import this file. */

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

/** After the mail server accepted the email. */
export const NO_CODE_TRIED_SECONDS = 90;
export const REFUSED_CODES = 2;
export const SLOW_STEP_SECONDS = 180;
/** A hidden page may be suspended: after this it counts as gone. */
export const AWAY_SECONDS = 300;

export const GUEST_VIEWS = ['needs-help', 'here', 'verified', 'all'] as const;
export type GuestView = (typeof GUEST_VIEWS)[number];
