import { guestName } from '../../../contract/guests/guests.rules.ts';
import { HELP_WORDS, type HelpReason } from '../../../contract/guests/help.rules.ts';
import type { AboutKind } from '../../../contract/notifications/notifications.rules.ts';
import type { WebhookTarget } from '../../../contract/programs/webhooks.rules.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { utcMinute } from '../../clock.ts';
import type { NotificationRow } from '../../db/tables.ts';
import { networkOf } from '../../visitor/address.ts';
import { type FindListed, guestMark } from '../../visitor/guest-id.ts';
import type { Visitor } from '../../visitor/visitor.ts';

interface Account {
  readonly id: string;
  readonly name: string;
}

interface Events {
  login: { user: Account; role: Role; visitor: Visitor };
  'failed-login': { visitor: Visitor };
  guessing: { user: Account };
  /** `isKnown`: the browser sent our cookie. */
  'page-view': { page: string; guestId: string | null; isKnown: boolean; visitor: Visitor };
  'profile-update': { user: Account; visitor: Visitor };
  'code-accepted': { guestId: string; visitor: Visitor };
  'code-refused': { guestId: string; visitor: Visitor };
  'help-asked': { reason: HelpReason; guestId: string; visitor: Visitor };
  /** Only the network range: someone else may control the guest. */
  'told-to-come': { range: string; at: number };
  'mail-failure': { recipient: string; guestId: string | null; why: string };
  'webhook-failure': { target: WebhookTarget; host: string; why: string };
  'webhook-down': { target: WebhookTarget; host: string; since: number };
  'entries-missing': { entries: number };
  'disk-tight': { freeMb: number };
}

export type EventKind = keyof Events;
export type Event = { [Kind in EventKind]: { readonly kind: Kind } & Readonly<Events[Kind]> }[EventKind];

export type Notify = (event: Event) => void;

export interface About {
  readonly kind: AboutKind;
  readonly id: string | null;
}

export const aboutBoth = (one: About, other: About): About => ({
  kind: other.kind,
  id: one.id === other.id ? other.id : null,
});

const about = (kind: AboutKind, id: string | null = null): About => ({ kind, id });

/** Chat gets this too, so never a code, a password or a full email address. */
export interface Draft extends Pick<NotificationRow, 'type' | 'severity' | 'title' | 'message' | 'group_key'> {
  readonly about: About;
  readonly visitor?: Visitor;
}

type One = Omit<Draft, 'visitor' | 'group_key'> & {
  readonly by?: string;
};

/** "203.0.113.0/24" → "203.0.113." */
const startOf = (range: string) => range.replace(/(?:(?<=\.)0|(?<=:):)\/\d+$/, '').replace(/(?::0)+:$/, ':');

type NameGuest = (guestId: string | null, visitor: Visitor) => string;

const ones: { readonly [Kind in EventKind]: (event: Events[Kind], nameOf: NameGuest) => One } = {
  login: ({ user, role, visitor }) => ({
    type: 'user_login',
    severity: isStaff(role) ? 'success' : 'info',
    title: `${role[0]?.toUpperCase()}${role.slice(1)} signed in`,
    message: `${user.name} signed in with ${visitor.device} (${visitor.location})`,
    by: user.name,
    about: about('user', user.id),
  }),
  'failed-login': ({ visitor: { ipAddress, location } }) => ({
    type: 'failed_login',
    severity: 'warning',
    title: 'Failed sign-in',
    message: `A sign-in from ${ipAddress} (${location}) failed`,
    by: ipAddress,
    about: about('log', 'failed'),
  }),
  guessing: ({ user }) => ({
    type: 'failed_login',
    severity: 'error',
    title: 'Password guessing',
    message: `Many wrong passwords for ${user.name} from many networks within an hour`,
    by: user.name,
    about: about('user', user.id),
  }),
  // A client without cookies is a new guest each time, so group by IP address.
  'page-view': ({ page, guestId, isKnown, visitor }, nameOf) => ({
    type: 'page_view',
    severity: 'info',
    title: 'Page view',
    message: `${nameOf(isKnown ? guestId : null, visitor)} opened ${page}`,
    by: (isKnown && guestId) || visitor.ipAddress,
    about: about('guest', guestId),
  }),
  'profile-update': ({ user }) => ({
    type: 'profile_update',
    severity: 'info',
    title: 'Profile updated',
    message: `${user.name} updated their details`,
    by: user.name,
    about: about('user', user.id),
  }),
  'code-accepted': ({ guestId, visitor }, nameOf) => ({
    type: 'code_result',
    severity: 'success',
    title: 'Address verified',
    message: `${nameOf(guestId, visitor)} entered the right code`,
    by: guestId,
    about: about('guest', guestId),
  }),
  'code-refused': ({ guestId, visitor }, nameOf) => ({
    type: 'code_result',
    severity: 'warning',
    title: 'Wrong code',
    message: `${nameOf(guestId, visitor)} entered a wrong or expired code`,
    by: guestId,
    about: about('guest', guestId),
  }),
  'help-asked': ({ reason, guestId, visitor }, nameOf) => ({
    type: 'help_request',
    severity: 'warning',
    title: 'A guest asked for help',
    message: `${nameOf(guestId, visitor)} says "${HELP_WORDS[reason]}"`,
    // By network, so that a flood from one place doesn't hide others.
    by: networkOf(visitor.ipAddress),
    about: about('guest', guestId),
  }),
  'told-to-come': ({ range, at }) => ({
    type: 'security',
    severity: 'error',
    title: 'A guest chose “Somebody told me to come here”',
    message: `At ${utcMinute(at)} a guest from ${range} said that somebody told them to come here. Someone may be impersonating your support team. Staff can't send this guest any messages until the guest chooses to go on`,
    by: range,
    about: about('guests', startOf(range)),
  }),
  'mail-failure': ({ recipient, guestId, why }) => ({
    type: 'mail_failure',
    severity: 'error',
    title: 'Email not delivered',
    message: `The email to ${maskedEmail(recipient)} could not be delivered: ${why}`,
    by: why,
    about: guestId === null ? about('check') : about('guest', guestId),
  }),
  'webhook-failure': ({ target, host, why }) => ({
    type: 'webhook_failure',
    severity: 'error',
    title: target === 'events' ? 'Event not delivered' : 'Result not delivered',
    message: `${target === 'events' ? 'An event' : 'A verification result'} could not be delivered to ${host}: ${why}. You can send it again in Settings`,
    by: `${target}: ${why}`,
    about: about('settings', 'webhook'),
  }),
  'webhook-down': ({ target, host, since }) => ({
    type: 'webhook_failure',
    severity: 'error',
    title: target === 'events' ? 'Events undelivered' : 'Webhook unreachable',
    message: `No ${target === 'events' ? 'event' : 'result'} has reached ${host} since ${utcMinute(since)}. Each is retried for a day`,
    by: target,
    about: about('settings', 'webhook'),
  }),
  'entries-missing': ({ entries }) => ({
    type: 'storage',
    severity: 'warning',
    title: 'Entries not recorded',
    message: `${entries} log entries were not recorded: guests and failed sign-ins exceeded the limit per hour`,
    about: about('log'),
  }),
  'disk-tight': ({ freeMb }) => ({
    type: 'storage',
    severity: 'error',
    title: 'Disk nearly full',
    message: `${freeMb} MB left. Guests' page views are not recorded until there is more space`,
    about: about('settings', 'retention'),
  }),
};

/** Kinds that are missing here have only one group. */
const crowds: { readonly [Kind in EventKind]?: Pick<Draft, 'title' | 'message'> } = {
  login: { title: 'Many sign-ins', message: 'Many people signed in within a short time' },
  'failed-login': { title: 'Many failed sign-ins', message: 'Sign-ins from many addresses failed within a short time' },
  guessing: {
    title: 'Password guessing on many accounts',
    message: 'Many accounts got many wrong passwords from many networks within an hour',
  },
  'page-view': { title: 'Many guests', message: 'Many guests opened pages within a short time' },
  'profile-update': {
    title: 'Many profiles updated',
    message: 'Many people updated their details within a short time',
  },
  'code-accepted': {
    title: 'Many addresses verified',
    message: 'Many guests entered the right code within a short time',
  },
  'code-refused': {
    title: 'Many wrong codes',
    message: 'Guests at many addresses entered wrong or expired codes within a short time',
  },
  'help-asked': {
    title: 'Many guests asked for help',
    message: 'Guests at many addresses asked for help within a short time',
  },
  'told-to-come': {
    title: 'Many guests chose “Somebody told me to come here”',
    message:
      'Guests from many places said that somebody told them to come here. Someone may be impersonating your support team',
  },
  'mail-failure': { title: 'Many emails not delivered', message: 'Emails could not be delivered, for many reasons' },
  'webhook-failure': {
    title: 'Many deliveries failed',
    message: 'Many results or events could not be delivered to a webhook',
  },
};

/** For notifications about several subjects, or from older versions. */
export const ABOUT_SEVERAL: Record<NotificationRow['type'], About> = {
  user_login: about('log', 'login'),
  failed_login: about('log', 'failed'),
  page_view: about('guest'),
  profile_update: about('user'),
  code_result: about('guest'),
  help_request: about('guest'),
  mail_failure: about('check'),
  webhook_failure: about('settings', 'webhook'),
  settings_change: about('settings'),
  security: about('guests'),
  storage: about('log'),
};

export function draftOf(event: Event, findListed: FindListed): Draft {
  const nameOf: NameGuest = (guestId, { ipAddress }) => guestName({ ipAddress, ...guestMark(guestId, findListed) });
  const { by, ...draft } = (ones[event.kind] as (event: Event, nameOf: NameGuest) => One)(event, nameOf);
  return {
    ...draft,
    group_key: by === undefined ? event.kind : `${event.kind}:${by}`,
    ...('visitor' in event && { visitor: event.visitor }),
  };
}

const CROWD = 'crowd';
const IN_NETWORK = 'help-asked:';

/** Several guests of a network who ask for help share one notification. */
export function textOf(
  row: Pick<NotificationRow, 'title' | 'message' | 'count' | 'group_key' | 'about_id'>,
): Pick<NotificationRow, 'title' | 'message'> {
  const { title, message, count, group_key, about_id } = row;
  const isNetwork = group_key.startsWith(IN_NETWORK) && group_key !== `${IN_NETWORK}${CROWD}`;
  const isOfSeveral = isNetwork && count > 1 && about_id === null;
  if (!isOfSeveral) return { title, message };
  return {
    title: 'Several guests asked for help',
    message: `${count.toLocaleString('en')} requests from one network. Latest: ${message}`,
  };
}

export const crowdDraft = (kind: EventKind, { visitor: _, ...draft }: Draft): Draft => ({
  ...draft,
  ...crowds[kind],
  about: ABOUT_SEVERAL[draft.type],
  group_key: `${kind}:${CROWD}`,
});
