/** Away: the page is hidden. Left: it was closed. Gone: the connection was lost. */
export const PRESENCES = ['here', 'away', 'left', 'gone'] as const;
export type Presence = (typeof PRESENCES)[number];
/** True if a message could reach the guest soon. */
export const isThere = ({ presence }: { readonly presence: Presence }) => presence === 'here' || presence === 'away';

export const OUTCOMES = ['none', 'trying', 'verified', 'refused', 'expired'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Browsers may suspend a hidden page, so it counts as gone after this time. */
export const AWAY_SECONDS = 300;

/** What a search matches, as worded in the search box and for no results. Null: not mentioned. */
export const GUEST_SEARCH = {
  tag: { box: 'tag', empty: 'tag' },
  email: { box: 'email', empty: 'masked email' },
  address: { box: 'IP address', empty: 'IP address' },
  device: null,
} as const;
export type GuestSearchField = keyof typeof GUEST_SEARCH;

export const GUEST_VIEWS = ['needs-help', 'here', 'verified', 'all'] as const;
export type GuestView = (typeof GUEST_VIEWS)[number];

/** The sidebar has guests who need help, then those who are here. */
export const GUEST_LISTS = [...GUEST_VIEWS, 'sidebar'] as const;
export type GuestListName = (typeof GUEST_LISTS)[number];

interface NamedGuest {
  readonly ipAddress: string;
  /** Tells guests at one IP address apart. Missing if only the address is known. */
  readonly tag?: string | undefined;
  /** Masked. */
  readonly email?: string | null | undefined;
}

/** "Guest K7QM m•••@e•••.com (203.0.113.7)", the same everywhere. */
export const guestName = ({ ipAddress, tag, email }: NamedGuest): string =>
  ['Guest', tag, email, `(${ipAddress})`].filter(Boolean).join(' ');
