import { HELP_WORDS, type HelpReason } from '../../../contract/guests/help.rules.ts';
import { guestLabel } from '../../../contract/log/activity.rules.ts';
import type { AboutKind } from '../../../contract/notifications/notifications.rules.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { utcMinute } from '../../clock.ts';
import type { NotificationRow } from '../../db/tables.ts';
import { networkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';

interface Account {
  readonly id: string;
  readonly name: string;
}

interface Events {
  login: { user: Account; role: Role; visitor: Visitor };
  'failed-login': { visitor: Visitor };
  guessing: { user: Account };
  'page-view': { page: string; guestId: string | null; visitor: Visitor };
  'profile-update': { user: Account; visitor: Visitor };
  'code-accepted': { guestId: string; visitor: Visitor };
  'code-refused': { guestId: string; visitor: Visitor };
  'help-asked': { reason: HelpReason; guestId: string; visitor: Visitor };
  /** Only the range: another person may be controlling the guest. */
  'told-to-come': { range: string; at: number };
  'mail-failure': { recipient: string; guestId: string | null; why: string };
  'webhook-failure': { host: string; why: string };
  'webhook-down': { host: string; since: number };
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

/** Also for the chat: never a code, a password or a whole email address. */
export interface Draft extends Pick<NotificationRow, 'type' | 'severity' | 'title' | 'message' | 'group_key'> {
  readonly about: About;
  readonly visitor?: Visitor;
}

type One = Omit<Draft, 'visitor' | 'group_key'> & {
  readonly by?: string;
};

/** "203.0.113.0/24" → "203.0.113." */
const startOf = (range: string) => range.replace(/(?:(?<=\.)0|(?<=:):)\/\d+$/, '').replace(/(?::0)+:$/, ':');

const ones: { readonly [Kind in EventKind]: (event: Events[Kind]) => One } = {
  login: ({ user, role, visitor }) => ({
    type: 'user_login',
    severity: isStaff(role) ? 'success' : 'info',
    title: `${role[0]?.toUpperCase()}${role.slice(1)} signed in`,
    message: `${user.name} signed in from ${visitor.location} with ${visitor.device}`,
    by: user.name,
    about: about('user', user.id),
  }),
  'failed-login': ({ visitor: { ipAddress, location } }) => ({
    type: 'failed_login',
    severity: 'warning',
    title: 'Failed sign-in',
    message: `Somebody at ${ipAddress} (${location}) could not sign in`,
    by: ipAddress,
    about: about('log', 'failed'),
  }),
  guessing: ({ user }) => ({
    type: 'failed_login',
    severity: 'error',
    title: 'Somebody is guessing a password',
    message: `Many wrong passwords for ${user.name} came from many networks within an hour`,
    by: user.name,
    about: about('user', user.id),
  }),
  'page-view': ({ page, guestId, visitor: { ipAddress } }) => ({
    type: 'page_view',
    severity: 'info',
    title: 'Guest on a page',
    message: `${guestLabel(ipAddress)} is on ${page}`,
    by: ipAddress,
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
  'code-accepted': ({ guestId, visitor: { ipAddress } }) => ({
    type: 'code_result',
    severity: 'success',
    title: 'Address verified',
    message: `${guestLabel(ipAddress)} entered the right code`,
    by: ipAddress,
    about: about('guest', guestId),
  }),
  'code-refused': ({ guestId, visitor: { ipAddress } }) => ({
    type: 'code_result',
    severity: 'warning',
    title: 'Code refused',
    message: `${guestLabel(ipAddress)} entered a code that was refused`,
    by: ipAddress,
    about: about('guest', guestId),
  }),
  'help-asked': ({ reason, guestId, visitor: { ipAddress } }) => ({
    type: 'help_request',
    severity: 'warning',
    title: 'A guest asks for help',
    message: `${guestLabel(ipAddress)} chose "${HELP_WORDS[reason]}"`,
    // By network: a flood from one place must not hide others.
    by: networkOf(ipAddress),
    about: about('guest', guestId),
  }),
  'told-to-come': ({ range, at }) => ({
    type: 'security',
    severity: 'error',
    title: 'A guest was told to come here',
    message: `At ${utcMinute(at)} a guest from ${range} said that somebody told them to come here. Somebody may be posing as your support team. Until this guest chooses to go on, nobody can prompt or move them`,
    by: range,
    about: about('guests', startOf(range)),
  }),
  'mail-failure': ({ recipient, guestId, why }) => ({
    type: 'mail_failure',
    severity: 'error',
    title: 'Mail not delivered',
    message: `The mail to ${maskedEmail(recipient)} could not be delivered: ${why}`,
    by: why,
    about: guestId === null ? about('check') : about('guest', guestId),
  }),
  'webhook-failure': ({ host, why }) => ({
    type: 'webhook_failure',
    severity: 'error',
    title: 'Result not delivered',
    message: `The result of a verification could not be delivered to ${host}: ${why}. It can be sent again in Settings`,
    by: why,
    about: about('settings', 'webhook'),
  }),
  'webhook-down': ({ host, since }) => ({
    type: 'webhook_failure',
    severity: 'error',
    title: 'The webhook cannot be reached',
    message: `No result has reached ${host} since ${utcMinute(since)}. Each is tried for a day`,
    about: about('settings', 'webhook'),
  }),
  'entries-missing': ({ entries }) => ({
    type: 'storage',
    severity: 'warning',
    title: 'Entries not recorded',
    message: `${entries} entries were not recorded: guests and failed sign-ins were more than the log takes in an hour`,
    about: about('log'),
  }),
  'disk-tight': ({ freeMb }) => ({
    type: 'storage',
    severity: 'error',
    title: 'Disk nearly full',
    message: `${freeMb} MB are free. Until there is more, page views of guests are not recorded`,
    about: about('settings', 'retention'),
  }),
};

/** A kind without such words has only one group. */
const crowds: { readonly [Kind in EventKind]?: Pick<Draft, 'title' | 'message'> } = {
  login: { title: 'Many sign-ins', message: 'Many people are signing in right now' },
  'failed-login': { title: 'Many failed sign-ins', message: 'Sign-ins from many addresses are failing right now' },
  guessing: { title: 'Somebody is guessing passwords', message: 'Passwords of many accounts are guessed right now' },
  'page-view': { title: 'Many guests', message: 'Many guests are on the pages right now' },
  'profile-update': { title: 'Many profiles updated', message: 'Many people are updating their details right now' },
  'code-accepted': { title: 'Many addresses verified', message: 'Many guests are entering the right code right now' },
  'code-refused': { title: 'Many codes refused', message: 'Many codes from many addresses are refused right now' },
  'help-asked': { title: 'Many guests ask for help', message: 'Guests at many addresses ask for help right now' },
  'told-to-come': {
    title: 'Many guests were told to come here',
    message:
      'Guests from many places say that somebody told them to come here. Somebody may be posing as your support team',
  },
  'mail-failure': { title: 'Much mail not delivered', message: 'Mail cannot be delivered for many reasons right now' },
  'webhook-failure': {
    title: 'Many results not delivered',
    message: 'Results cannot be delivered to the webhook right now',
  },
};

/** About several, or of an older version. */
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

export function draftOf(event: Event): Draft {
  const { by, ...draft } = (ones[event.kind] as (event: Event) => One)(event);
  return {
    ...draft,
    group_key: by === undefined ? event.kind : `${event.kind}:${by}`,
    ...('visitor' in event && { visitor: event.visitor }),
  };
}

export const crowdDraft = (kind: EventKind, { visitor: _, ...draft }: Draft): Draft => ({
  ...draft,
  ...crowds[kind],
  about: ABOUT_SEVERAL[draft.type],
  group_key: `${kind}:crowd`,
});
