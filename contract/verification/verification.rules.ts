export const CODE_LENGTH = 6;
export const CODE_VALID_SECONDS = 300;
/** A code's lifetime starts when the mail server accepts the email. Not accepted by then, it is not sent any more. */
export const MAIL_WITHIN_SECONDS = 600;
export const PROCESSING_SECONDS = 15;

export const CODE_TOO_SHORT = `Code must be at least ${CODE_LENGTH} characters`;

export const EMAIL_ENTRY_PATH = '/user/email-entry';
export const VERIFY_CODE_PATH = '/user/verify-code';

/** Delayed: the mail server asked to retry later. Refused: rejected for good. Bounced: accepted, then returned. */
export const MAIL_STEPS = ['sending', 'delayed', 'sent', 'refused', 'bounced', 'expired'] as const;
export type MailStep = (typeof MAIL_STEPS)[number];

/**
 * Why an email was rejected or bounced, where the guest can act. No SMTPUTF8: a mail server cannot write to this
 * script.
 */
export const MAIL_REASONS = ['no_mailbox', 'mailbox_full', 'no_domain', 'no_smtputf8', 'blocked', 'other'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** Waiting: the timer has not started. Dead: three wrong tries. */
export const CODE_STATES = ['waiting', 'running', 'expired', 'dead'] as const;

export const GUEST_PAGES = ['Email Entry Page', 'Verify Code Page', 'Code Processing Complete'] as const;
export type GuestPage = (typeof GUEST_PAGES)[number];
