/** What an API key can open. Endpoints without a scope are closed to keys. */
export const SCOPES = {
  'users:read': { opens: 'Read user accounts: list, details, export' },
  'users:write': { opens: 'Create users, edit their details, activate and suspend them. Not staff' },
  'guests:read': { opens: 'Read the list of guests', isOfAddresses: true },
  'verified:read': { opens: 'Read the email addresses that guests confirmed', isOfAddresses: true },
  /** Entries contain confirmed addresses. */
  'activity:read': { opens: 'Read the activity log', isOfAddresses: true },
  'audit:read': { opens: 'Read the audit trail' },
} as const satisfies Record<string, { opens: string; isOfAddresses?: true }>;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];

/** Such a scope needs a second admin, like a new exit host. Decision 81. */
export const isOfAddresses = (scope: Scope): boolean => 'isOfAddresses' in SCOPES[scope];

export const KEY_NAME_MAX = 60;
export const KEY_DAYS_MAX = 365;
export const NETWORKS_MAX = 20;
/** Two with the same name, so that the new key works before the old one ends. */
export const KEYS_OF_NAME = 2;
export const KEYS_MAX = 100;

/** Waiting: for a second admin or a day. Other scopes work meanwhile. */
export const KEY_STATES = ['live', 'waiting', 'expired'] as const;
export type KeyState = (typeof KEY_STATES)[number];
