export const CODE_LENGTH = 6;
export const CODE_VALID_SECONDS = 300;
/** After this, an unsent email expires. */
export const MAIL_WITHIN_SECONDS = 600;
export const PROCESSING_SECONDS = 15;

export const EMAIL_ENTRY_PATH = '/user/email-entry';
export const VERIFY_CODE_PATH = '/user/verify-code';
export const MY_DATA_PATH = '/user/my-data';
/** State of the first page's history entry: show the form even if an address is confirmed. */
export const CONFIRM_ANOTHER = 'another';

/** Delayed: will be retried. Refused: rejected. Bounced: accepted, then returned. Expired: too late to send. */
export const MAIL_STEPS = ['sending', 'delayed', 'sent', 'refused', 'bounced', 'expired'] as const;
export type MailStep = (typeof MAIL_STEPS)[number];

/** Reasons that a guest can act on. no_smtputf8: a mail server on the way can't handle the script. */
export const MAIL_REASONS = ['no_mailbox', 'mailbox_full', 'no_domain', 'no_smtputf8', 'blocked', 'other'] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** Waiting: timer not started. Dead: three wrong tries. */
export const CODE_STATES = ['waiting', 'running', 'expired', 'dead'] as const;

/** Fewer say little about a domain, and too much about one person. */
export const CASES_LEAST = 20;

export const GUEST_PAGES = ['Email Entry Page', 'Verify Code Page', 'Code Processing Complete'] as const;
export type GuestPage = (typeof GUEST_PAGES)[number];
