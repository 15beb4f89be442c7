/** Network: an IPv4 address or an IPv6 /64. Wide network: /24 or /48. */
export type Subject =
  | 'network'
  | 'wide network'
  | 'email address'
  | 'browser'
  | 'device'
  | 'session'
  | 'network, device or session'
  | 'account'
  | 'API key'
  | 'guest'
  | 'code'
  | 'sign-in'
  | 'route'
  | 'connection'
  | 'kind of email';

/** In the words of docs/LIMITS.md. */
export const OUTCOMES = {
  refused: '429 with Retry-After',
  'captcha asked for': 'a captcha is asked for; without one 429 with Retry-After',
  'up to the route': 'asking for help gets 429 with Retry-After; a guest can still stop everything that staff send',
  'first try judged': '429 with Retry-After; the first try of a code is judged all the same',
  delayed: 'a delay of one second, doubled with each failure up to 15 minutes',
  'new code': 'a new code is needed',
  'password again': 'the password is asked for again',
  'admins warned': 'admins are warned and captchas get harder for an hour; sign-ins go on',
  'made harder': 'the captcha is as hard as for strangers',
  'sent later': 'the email waits behind those of quieter networks',
  'not sent': 'no email; what it is about happens all the same',
  'not recorded': 'no entry; a page view gets 429 with Retry-After, every other step works',
  'row budget': 'the halt holds; the row budget decides about its entry',
  'not asked': 'DNS is not asked, the email address counts as good',
  'not counted': 'no further case in the delivery times',
  'not logged': 'only their number is logged',
  busy: '503 with Retry-After, before anything is used up',
  'not opened': 'the socket is refused with 429; the page tries again',
  'polls instead': 'the socket is refused with 429; the page polls',
  'connection ended': 'the connection ends',
  'idle one closed': 'the longest idle connection makes room; without one the new connection is closed',
} as const;

export type Outcome = keyof typeof OUTCOMES;

interface Declared {
  /** Renaming a limit resets its counts. */
  readonly name: string;
  readonly what: string;
  /** Each combination is counted separately; empty: everyone together. */
  readonly per: readonly Subject[];
  readonly most: number;
  /** Unit of `most`; default: pieces. */
  readonly unit?: string;
  /** What lets one more pass. */
  readonly more?: string;
  readonly past: Outcome;
}

/** Counts in a sliding window. */
export interface Limit extends Declared {
  readonly seconds: number;
  /** The database counts across processes; memory counts in one process, for a bounded number of keys. */
  readonly kept: 'database' | { readonly keys: number };
}

export interface Places extends Declared {
  readonly seconds?: undefined;
}

export type Window = Pick<Limit, 'most' | 'seconds'>;

export interface Count extends Window {
  readonly key: string;
}

/** Starts with the subjects, so that the counts of one email address are neighbours in the index. */
export function countOf<const Per extends readonly Subject[]>(
  { name, most, seconds }: Limit & { readonly per: Per },
  ...subjects: { readonly [Index in keyof Per]: string }
): Count {
  return { key: [...subjects, name].join(':'), most, seconds };
}
