export const ROLES = ['user', 'helper', 'manager', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const STATUSES = ['active', 'suspended', 'needs_auth'] as const;
export type Status = (typeof STATUSES)[number];

/** Online: a session was used within 5 minutes. */
export const USER_STANDINGS = ['online', 'offline', 'suspended', 'needs_auth'] as const;
export type UserStanding = (typeof USER_STANDINGS)[number];

/** A minus reverses the order. */
export const USER_SORTS = ['name', '-name', 'activity', '-activity', 'created', '-created'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const NAME_MAX = 200;

/** HTML shows several spaces as one. */
export const isSpacedPlainly = (username: string) => !/\s\s|[^\S ]/.test(username);

/** We email usernames to addresses that may be a stranger's, so they must hold no message or link. */
export const isOneWord = (username: string) => !/[\s/\\:]/.test(username);
