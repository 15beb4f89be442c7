/** What both sides know of the verification of a guest's address. No schemas here: guest pages import this file. */

export const CODE_LENGTH = 6;
export const CODE_VALID_SECONDS = 300;
export const PROCESSING_SECONDS = 15;

export const CODE_TOO_SHORT = `Code must be at least ${CODE_LENGTH} characters`;

export const EMAIL_ENTRY_PATH = '/user/email-entry';
export const VERIFY_CODE_PATH = '/user/verify-code';

/** How a guest's page is called in the activity log; staff see these words. */
export const GUEST_PAGES = ['Email Entry Page', 'Verify Code Page', 'Code Processing Complete'] as const;
export type GuestPage = (typeof GUEST_PAGES)[number];
