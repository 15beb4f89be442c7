/** No free text, because guests would type their codes into it. */

export const HELP_REASONS = ['no_mail', 'wrong_address', 'code_refused', 'told_to_come'] as const;
export type HelpReason = (typeof HELP_REASONS)[number];

/** `told_to_come` halts the browser until the guest goes on. */
export type HelpStep = 'asked' | 'withdrawn' | 'halted' | 'went on';

export const HELP_WORDS: Record<HelpReason, string> = {
  no_mail: "I didn't get the email",
  wrong_address: 'My address is wrong',
  code_refused: "My code isn't accepted",
  told_to_come: 'Somebody told me to come here',
};
