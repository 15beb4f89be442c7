/** What both sides know of the verification of a guest's address. No schemas here: guest pages import this file. */

export const CODE_LENGTH = 6;
export const CODE_VALID_SECONDS = 300;
/** The time of a code begins when the mail server has taken its mail; what nobody has taken by then is not sent any more. */
export const MAIL_WITHIN_SECONDS = 600;
export const PROCESSING_SECONDS = 15;

export const CODE_TOO_SHORT = `Code must be at least ${CODE_LENGTH} characters`;

export const EMAIL_ENTRY_PATH = '/user/email-entry';
export const VERIFY_CODE_PATH = '/user/verify-code';

/**
 * What became of the mail with a code. Sending: no server has taken it yet. Delayed: one said to come again later. Sent: the
 * mail server took it. Refused: it did not want it. Bounced: it took it and then sent it back. Expired: it was too late.
 */
export const MAIL_STEPS = ['sending', 'delayed', 'sent', 'refused', 'bounced', 'expired'] as const;
export type MailStep = (typeof MAIL_STEPS)[number];

/**
 * Why a mail was refused or came back, as far as a guest can do something about it. No SMTPUTF8: a name in another script,
 * which a mail server on the way cannot write to.
 */
export const MAIL_REASONS = ['no_mailbox', 'mailbox_full', 'no_domain', 'no_smtputf8', 'blocked', 'other'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** Waiting: its time has not begun. Dead: three wrong tries. */
export const CODE_STATES = ['waiting', 'running', 'expired', 'dead'] as const;

/** How a guest's page is called in the activity log; staff see these words. */
export const GUEST_PAGES = ['Email Entry Page', 'Verify Code Page', 'Code Processing Complete'] as const;
export type GuestPage = (typeof GUEST_PAGES)[number];
