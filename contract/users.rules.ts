/** What accounts are made of, and sentences about it. No schemas here: the sign-in page imports this file. */

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const STATUSES = ['active', 'suspended', 'needs_auth'] as const;
export type Status = (typeof STATUSES)[number];

export const NAME_MAX = 200;

export const USERNAME_MISSING = 'Please enter a username';
export const USERNAME_NOT_A_WORD = 'Please choose a username without spaces, slashes and colons';

/**
 * For usernames that people choose themselves. A mail repeats them to an address that may be somebody else's, so they must
 * not hold a message or a link.
 */
export const isOneWord = (username: string) => !/[\s/\\:]/.test(username);
