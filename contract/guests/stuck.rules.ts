import type { MessageName } from './messages.rules.ts';

/** Counted from acceptance by the mail server. */
export const NO_CODE_TRIED_SECONDS = 90;
export const REFUSED_CODES = 2;
export const SLOW_STEP_SECONDS = 180;

interface StuckFacts {
  readonly words: string;
  /** Staff are offered the first that is possible. Null: it depends on what the guest asked for. */
  readonly offer: readonly MessageName[] | null;
  /** Shown in the panel when nothing is left to offer. */
  readonly rest: string;
}

const UP_TO_THE_GUEST = "It's up to the guest now.";

/** In order of urgency. The compiler asks for the rest: rule, demo, benchmark, test guest. */
export const STUCK = {
  asked_for_help: { words: 'Asked for help', offer: null, rest: UP_TO_THE_GUEST },
  mail_failed: {
    words: 'Email not delivered',
    offer: ['entry-redirect', 'email-prompt'],
    rest: UP_TO_THE_GUEST,
  },
  no_code_tried: {
    words: 'Email sent, no code entered',
    offer: ['resend', 'code-prompt'],
    rest: UP_TO_THE_GUEST,
  },
  codes_refused: { words: 'Two wrong codes', offer: ['resend', 'email-prompt'], rest: UP_TO_THE_GUEST },
  code_expired: { words: 'Code expired', offer: ['resend', 'email-prompt'], rest: UP_TO_THE_GUEST },
  slow_step: { words: 'Three minutes on one step', offer: ['email-prompt', 'code-prompt'], rest: UP_TO_THE_GUEST },
} as const satisfies Record<string, StuckFacts>;
export type StuckReason = keyof typeof STUCK;

export const STUCK_REASONS = Object.keys(STUCK) as [StuckReason, ...StuckReason[]];
