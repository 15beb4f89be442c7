/** What accounts are made of, and sentences about it. No schemas here: the sign-in page imports this file. */

export const ROLES = ['user', 'helper', 'manager', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const STATUSES = ['active', 'suspended', 'needs_auth'] as const;
export type Status = (typeof STATUSES)[number];

/** What the badge of an account says; an active one is online while one of its sessions was seen within 5 minutes. */
export const USER_STANDINGS = ['online', 'offline', 'suspended', 'needs_auth'] as const;
export type UserStanding = (typeof USER_STANDINGS)[number];

/** By name, by the last activity or by when the account was made; with a minus from the other end. */
export const USER_SORTS = ['name', '-name', 'activity', '-activity', 'created', '-created'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const NAME_MAX = 200;

export const USERNAME_MISSING = 'Please enter a username';
export const USERNAME_NOT_A_WORD = 'Please choose a username without spaces, slashes and colons';

export const USERNAME_SPACES = 'Please use single spaces in the username';

/** Pages show several spaces, and spaces of other kinds, as one. */
export const isSpacedPlainly = (username: string) => !/\s\s|[^\S ]/.test(username);

/**
 * For usernames that people choose themselves. A mail repeats them to an address that may be somebody else's, so they must
 * not hold a message or a link.
 */
export const isOneWord = (username: string) => !/[\s/\\:]/.test(username);
