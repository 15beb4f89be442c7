/** Kinds of personal data, in the order of the pages. */
export const DATA_KINDS = [
  'account',
  'profile',
  'sessions',
  'second-factors',
  'account-requests',
  'preferences',
  'redirects',
  'registrations',
  'verified',
  'codes',
  'visits',
  'help',
  'messages',
  'log',
  'audit',
  'notifications',
  'emails',
  'webhooks',
] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Kinds that an address without an account can have. Only these have words on `/user/my-data`. */
export const GUEST_DATA_KINDS = [
  'registrations',
  'verified',
  'codes',
  'visits',
  'help',
  'messages',
  'log',
  'audit',
  'notifications',
  'emails',
  'webhooks',
] as const satisfies DataKind[];
export type GuestDataKind = (typeof GUEST_DATA_KINDS)[number];

/** For the back-office. */
export const KIND_WORDS: Readonly<Record<DataKind, string>> = {
  account: 'Account',
  profile: 'Profile and picture',
  sessions: 'Sessions',
  'second-factors': 'Passkeys and other second factors',
  'account-requests': 'Sign-ins and email changes under way',
  preferences: 'Preferences, saved views and accepted terms',
  redirects: 'Redirects',
  registrations: 'Registrations waiting for confirmation',
  verified: 'Confirmed addresses',
  codes: 'Requests for a code',
  visits: 'Browsers on the guest pages',
  help: 'Requests for help',
  messages: 'Messages from staff',
  log: 'Activity entries',
  audit: 'Audit entries',
  notifications: 'Notifications of staff',
  emails: 'Emails sent or waiting',
  webhooks: 'Webhook deliveries',
};

/** Why something stays after an erasure. */
export const STAY_REASONS = ['audit', 'halt', 'account', 'staff-work'] as const;
export type StayReason = (typeof STAY_REASONS)[number];

export const STAY_WORDS: Readonly<Record<StayReason, string>> = {
  audit: 'The audit trail keeps what staff did. The person in it is replaced by a random pseudonym.',
  halt: 'The guest said that somebody told them to come here. This protects them until they choose to go on.',
  account: 'It belongs to an account. Its owner or an admin can erase it.',
  'staff-work':
    'The person worked here as staff. The audit trail keeps what they did and who changed their account, with its name.',
};

/** Names in exports. Those that end with "At" are ISO times. */
export const DATA_FIELDS = [
  'accountId',
  'username',
  'email',
  'firstName',
  'lastName',
  'role',
  'status',
  'language',
  'phone',
  'dateOfBirth',
  'bio',
  'address',
  'city',
  'country',
  'picture',
  'name',
  'provider',
  'version',
  'guestId',
  'ipAddress',
  'location',
  'device',
  'page',
  'views',
  'action',
  'kind',
  'title',
  'text',
  'reason',
  'details',
  'outcome',
  'tries',
  'state',
  'destination',
  'token',
  'organisationId',
  'claims',
  'by',
  'seconds',
  'helped',
  'at',
  'createdAt',
  'updatedAt',
  'signedInAt',
  'seenAt',
  'expiresAt',
  'usedAt',
  'sentAt',
  'verifiedAt',
  'deliveredAt',
  'haltedAt',
  'bouncedAt',
] as const;
export type DataField = (typeof DATA_FIELDS)[number];

export const HOLD_REASON_MAX = 200;
export const HOLD_MAX_DAYS = 3_660;
