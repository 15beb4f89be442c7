import { guestLabel } from '../../../contract/activity.rules.ts';
import type { NotificationType, Severity } from '../../../contract/notifications.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { maskedAddress } from './masked-address.ts';

/** What happened, as the parts of the server tell it. */
export type Event =
  | { readonly kind: 'login'; readonly name: string; readonly admin: boolean; readonly visitor: Visitor }
  | { readonly kind: 'failed-login'; readonly visitor: Visitor }
  | { readonly kind: 'page-view'; readonly page: string; readonly visitor: Visitor }
  | { readonly kind: 'profile-update'; readonly name: string; readonly visitor: Visitor }
  | { readonly kind: 'code-accepted' | 'code-refused'; readonly visitor: Visitor }
  | { readonly kind: 'mail-failure'; readonly recipient: string; readonly why: string };

export type Notify = (event: Event) => void;

export interface Draft {
  readonly type: NotificationType;
  readonly severity: Severity;
  readonly title: string;
  /** Never a code, a password or a full address: it is also sent to the chat. */
  readonly message: string;
  /** Events with the same key within a while are one notification. */
  readonly groupKey: string;
  readonly visitor?: Visitor;
}

export function draftOf(event: Event): Draft {
  switch (event.kind) {
    case 'login':
      return {
        type: 'user_login',
        severity: event.admin ? 'success' : 'info',
        title: event.admin ? 'Admin signed in' : 'User signed in',
        message: `${event.name} signed in from ${event.visitor.location} with ${event.visitor.device}`,
        groupKey: `login:${event.name}`,
        visitor: event.visitor,
      };
    case 'failed-login':
      return {
        type: 'failed_login',
        severity: 'warning',
        title: 'Failed sign-in',
        message: `Somebody at ${event.visitor.ipAddress} (${event.visitor.location}) could not sign in`,
        groupKey: `failed-login:${event.visitor.ipAddress}`,
        visitor: event.visitor,
      };
    case 'page-view':
      return {
        type: 'page_view',
        severity: 'info',
        title: 'Guest on a page',
        message: `${guestLabel(event.visitor.ipAddress)} is on ${event.page}`,
        groupKey: `page-view:${event.visitor.ipAddress}`,
        visitor: event.visitor,
      };
    case 'profile-update':
      return {
        type: 'profile_update',
        severity: 'info',
        title: 'Profile updated',
        message: `${event.name} updated their details`,
        groupKey: `profile-update:${event.name}`,
        visitor: event.visitor,
      };
    case 'code-accepted':
      return {
        type: 'code_result',
        severity: 'success',
        title: 'Address verified',
        message: `${guestLabel(event.visitor.ipAddress)} entered the right code`,
        groupKey: `code-accepted:${event.visitor.ipAddress}`,
        visitor: event.visitor,
      };
    case 'code-refused':
      return {
        type: 'code_result',
        severity: 'warning',
        title: 'Code refused',
        message: `${guestLabel(event.visitor.ipAddress)} entered a code that was refused`,
        groupKey: `code-refused:${event.visitor.ipAddress}`,
        visitor: event.visitor,
      };
    case 'mail-failure':
      return {
        type: 'mail_failure',
        severity: 'error',
        title: 'Mail not delivered',
        message: `The mail to ${maskedAddress(event.recipient)} could not be delivered: ${withoutAddresses(event.why)}`,
        groupKey: `mail-failure:${withoutAddresses(event.why)}`,
      };
  }
}

/** Mail servers repeat the address in their refusals. */
const withoutAddresses = (text: string) => text.replaceAll(/[^\s<>"(),:;]+@[^\s<>"(),:;]+/g, maskedAddress);
