import { HELP_WORDS, type HelpReason } from '../../../contract/guests/help.rules.ts';
import { guestLabel } from '../../../contract/log/activity.rules.ts';
import type { AboutKind } from '../../../contract/notifications/notifications.rules.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import type { NotificationRow } from '../../db/tables.ts';
import { networkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';

interface Account {
  readonly id: string;
  readonly name: string;
}

export type Event =
  | { readonly kind: 'login'; readonly user: Account; readonly role: Role; readonly visitor: Visitor }
  | { readonly kind: 'failed-login'; readonly visitor: Visitor }
  | { readonly kind: 'guessing'; readonly user: Account }
  | { readonly kind: 'page-view'; readonly page: string; readonly guestId: string | null; readonly visitor: Visitor }
  | { readonly kind: 'profile-update'; readonly user: Account; readonly visitor: Visitor }
  | { readonly kind: 'code-accepted' | 'code-refused'; readonly guestId: string; readonly visitor: Visitor }
  | {
      readonly kind: 'help-asked';
      readonly reason: HelpReason;
      readonly guestId: string;
      readonly visitor: Visitor;
    }
  /** Only the IP range: another person may be controlling the guest. */
  | { readonly kind: 'told-to-come'; readonly range: string; readonly at: number }
  | {
      readonly kind: 'mail-failure';
      readonly recipient: string;
      readonly guestId: string | null;
      readonly why: string;
    }
  | { readonly kind: 'webhook-failure'; readonly host: string; readonly why: string }
  | { readonly kind: 'webhook-down'; readonly host: string; readonly since: number }
  | { readonly kind: 'entries-missing'; readonly entries: number }
  | { readonly kind: 'disk-tight'; readonly freeMb: number };

export type Notify = (event: Event) => void;

/** What a notification links to. */
export interface About {
  readonly kind: AboutKind;
  readonly id: string | null;
}

export const aboutBoth = (one: About, other: About): About => ({
  kind: other.kind,
  id: one.id === other.id ? other.id : null,
});

/** Goes to the chat too, so never a code, a password or a whole email address. */
export interface Draft extends Pick<NotificationRow, 'type' | 'severity' | 'title' | 'message' | 'group_key'> {
  readonly about: About;
  readonly visitor?: Visitor;
}

/** "2026-11-16 14:05 UTC" */
const minuteOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The common prefix: "203.0.113." of "203.0.113.0/24", "2001:db8:7:" of "2001:db8:7::/48". */
const startOf = (range: string) => range.replace(/(?:(?<=\.)0|(?<=:):)\/\d+$/, '').replace(/(?::0)+:$/, ':');

const WEBHOOK: About = { kind: 'settings', id: 'webhook' };

export function draftOf(event: Event): Draft {
  switch (event.kind) {
    case 'login':
      return {
        type: 'user_login',
        severity: isStaff(event.role) ? 'success' : 'info',
        title: `${event.role[0]?.toUpperCase()}${event.role.slice(1)} signed in`,
        message: `${event.user.name} signed in from ${event.visitor.location} with ${event.visitor.device}`,
        group_key: `login:${event.user.name}`,
        about: { kind: 'user', id: event.user.id },
        visitor: event.visitor,
      };
    case 'failed-login':
      return {
        type: 'failed_login',
        severity: 'warning',
        title: 'Failed sign-in',
        message: `Somebody at ${event.visitor.ipAddress} (${event.visitor.location}) could not sign in`,
        group_key: `failed-login:${event.visitor.ipAddress}`,
        about: { kind: 'log', id: 'failed' },
        visitor: event.visitor,
      };
    case 'guessing':
      return {
        type: 'failed_login',
        severity: 'error',
        title: 'Somebody is guessing a password',
        message: `Many wrong passwords for ${event.user.name} came from many networks within an hour`,
        group_key: `guessing:${event.user.name}`,
        about: { kind: 'user', id: event.user.id },
      };
    case 'page-view':
      return {
        type: 'page_view',
        severity: 'info',
        title: 'Guest on a page',
        message: `${guestLabel(event.visitor.ipAddress)} is on ${event.page}`,
        group_key: `page-view:${event.visitor.ipAddress}`,
        about: { kind: 'guest', id: event.guestId },
        visitor: event.visitor,
      };
    case 'profile-update':
      return {
        type: 'profile_update',
        severity: 'info',
        title: 'Profile updated',
        message: `${event.user.name} updated their details`,
        group_key: `profile-update:${event.user.name}`,
        about: { kind: 'user', id: event.user.id },
        visitor: event.visitor,
      };
    case 'code-accepted':
      return {
        type: 'code_result',
        severity: 'success',
        title: 'Address verified',
        message: `${guestLabel(event.visitor.ipAddress)} entered the right code`,
        group_key: `code-accepted:${event.visitor.ipAddress}`,
        about: { kind: 'guest', id: event.guestId },
        visitor: event.visitor,
      };
    case 'code-refused':
      return {
        type: 'code_result',
        severity: 'warning',
        title: 'Code refused',
        message: `${guestLabel(event.visitor.ipAddress)} entered a code that was refused`,
        group_key: `code-refused:${event.visitor.ipAddress}`,
        about: { kind: 'guest', id: event.guestId },
        visitor: event.visitor,
      };
    case 'help-asked':
      return {
        type: 'help_request',
        severity: 'warning',
        title: 'A guest asks for help',
        message: `${guestLabel(event.visitor.ipAddress)} chose "${HELP_WORDS[event.reason]}"`,
        // By network: a flood from one place must not hide others.
        group_key: `help-asked:${networkOf(event.visitor.ipAddress)}`,
        about: { kind: 'guest', id: event.guestId },
        visitor: event.visitor,
      };
    case 'told-to-come':
      return {
        type: 'security',
        severity: 'error',
        title: 'A guest was told to come here',
        message: `At ${minuteOf(event.at)} a guest from ${event.range} said that somebody told them to come here. Somebody may be posing as your support team. Until this guest chooses to go on, nobody can prompt or move them`,
        group_key: `told-to-come:${event.range}`,
        about: { kind: 'guests', id: startOf(event.range) },
      };
    case 'mail-failure':
      return {
        type: 'mail_failure',
        severity: 'error',
        title: 'Mail not delivered',
        message: `The mail to ${maskedEmail(event.recipient)} could not be delivered: ${event.why}`,
        group_key: `mail-failure:${event.why}`,
        about: event.guestId === null ? { kind: 'check', id: null } : { kind: 'guest', id: event.guestId },
      };
    case 'webhook-failure':
      return {
        type: 'webhook_failure',
        severity: 'error',
        title: 'Result not delivered',
        message: `The result of a verification could not be delivered to ${event.host}: ${event.why}. It can be sent again in Settings`,
        group_key: `webhook-failure:${event.why}`,
        about: WEBHOOK,
      };
    case 'webhook-down':
      return {
        type: 'webhook_failure',
        severity: 'error',
        title: 'The webhook cannot be reached',
        message: `No result has reached ${event.host} since ${minuteOf(event.since)}. Each is tried for a day`,
        group_key: 'webhook-down',
        about: WEBHOOK,
      };
    case 'entries-missing':
      return {
        type: 'storage',
        severity: 'warning',
        title: 'Entries not recorded',
        message: `${event.entries} entries were not recorded: guests and failed sign-ins were more than the log takes in an hour`,
        group_key: 'entries-missing',
        about: { kind: 'log', id: null },
      };
    case 'disk-tight':
      return {
        type: 'storage',
        severity: 'error',
        title: 'Disk nearly full',
        message: `${event.freeMb} MB are free. Until there is more, page views of guests are not recorded`,
        group_key: 'disk-tight',
        about: { kind: 'settings', id: 'retention' },
      };
  }
}
