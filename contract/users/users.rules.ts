export const ROLES = ['user', 'helper', 'manager', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const STATUSES = ['active', 'suspended', 'needs_auth'] as const;
export type Status = (typeof STATUSES)[number];

export const USER_STANDINGS = ['online', 'offline', 'suspended', 'needs_auth'] as const;
export type UserStanding = (typeof USER_STANDINGS)[number];

export const USER_SORTS = ['name', '-name', 'activity', '-activity', 'created', '-created'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const NAME_MAX = 200;

export const USERNAME_MISSING = 'Please enter a username';
export const USERNAME_NOT_A_WORD = 'Please choose a username without spaces, slashes and colons';

export const USERNAME_SPACES = 'Please use single spaces in the username';

/** Pages collapse spaces, so names with several would look alike. */
export const isSpacedPlainly = (username: string) => !/\s\s|[^\S ]/.test(username);

/** For self-chosen usernames: an email repeats them to an unverified address, so they must hold no message or link. */
export const isOneWord = (username: string) => !/[\s/\\:]/.test(username);
