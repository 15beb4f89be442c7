/** No schemas here: pages import this file. */

/** Away: the page is hidden. Left: it was closed. Gone: the connection was lost. */
export const PRESENCES = ['here', 'away', 'left', 'gone'] as const;
export type Presence = (typeof PRESENCES)[number];
/** A message could reach the guest soon. */
export const isThere = ({ presence }: { readonly presence: Presence }) => presence === 'here' || presence === 'away';

export const OUTCOMES = ['none', 'trying', 'verified', 'refused', 'expired'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A hidden page may be suspended, so it counts as gone after this. */
export const AWAY_SECONDS = 300;

/** What a search finds guests by, in the words of its box and of an empty result. Null: not announced. */
export const GUEST_SEARCH = {
  tag: { box: 'tag', empty: 'tag' },
  email: { box: 'email', empty: 'masked email' },
  address: { box: 'IP address', empty: 'IP address' },
  device: null,
} as const;
export type GuestSearchField = keyof typeof GUEST_SEARCH;

export const GUEST_VIEWS = ['needs-help', 'here', 'verified', 'all'] as const;
export type GuestView = (typeof GUEST_VIEWS)[number];

/** The sidebar lists those who need help, then those who are here. */
export const GUEST_LISTS = [...GUEST_VIEWS, 'sidebar'] as const;
export type GuestListName = (typeof GUEST_LISTS)[number];

interface NamedGuest {
  readonly ipAddress: string;
  /** Tells guests of one IP address apart; missing where only the address is known. */
  readonly tag?: string | undefined;
  /** Masked. */
  readonly email?: string | null | undefined;
}

/** "Guest K7QM m•••@e•••.com (203.0.113.7)", the same wherever a guest is named. */
export const guestName = ({ ipAddress, tag, email }: NamedGuest): string =>
  ['Guest', tag, email, `(${ipAddress})`].filter(Boolean).join(' ');
