/** The words of the activity log. No schemas here: every page that shows an entry imports this file. */

import type { HelpReason, HelpStep } from '../guests/help.rules.ts';
import type { MessageKind, MessageState, PromptKind } from '../guests/messages.rules.ts';
import type { SettingsInput } from '../settings/settings.ts';
import type { BulkChange, BulkState } from '../users/bulk.rules.ts';
import type { Role, Status, UserSort, UserStanding } from '../users/users.rules.ts';

export const ACTIONS = [
  'login',
  'logout',
  'page_view',
  'profile_update',
  'failed_login',
  'redirect',
  'admin_redirect',
  'email_entry',
  'code_entry',
  'code_success',
  'code_failed',
  'help',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What only guests do. */
export const GUEST_ACTIONS = [
  'page_view',
  'email_entry',
  'code_entry',
  'code_success',
  'code_failed',
  'help',
] as const satisfies Action[];

/** The account that a change is about; its name is kept, because the account may be deleted later. */
interface AboutUser {
  user: string;
  username: string;
}

/** The guest whom staff prompted or redirected, by IP address; the entry has the browser's public id beside it. */
interface AboutGuest {
  guest: string;
}

/** The message that staff sent a guest. The entries about what became of it have the same id. */
interface AboutMessage extends AboutGuest {
  messageId: string;
}

/** What a guest, or a user whom staff redirected, was shown: which text, or which address. */
interface Shown {
  messageId?: string;
  kind: MessageKind;
  prompt?: PromptKind;
  state: Exclude<MessageState, 'sent' | 'withdrawn'>;
  /** Who sent it, and why. */
  by?: string;
  reason?: string;
  text?: string;
  address?: string;
  message?: string;
}

/** What staff changed of somebody's names and address, and what it was before; nothing is an empty text. */
type ChangedDetails = { [Name in 'firstName' | 'lastName' | 'email']?: { from: string; to: string } };

/** How many lines of a file were good and became accounts, or would have, and how many had a problem. */
interface ImportCounts {
  accounts: number;
  problems: number;
  sendByMail: boolean;
}

/** Bulk work on everybody who matches; the entries of its start and its end have the same id. */
interface BulkStart {
  job: string;
  action: BulkChange['action'];
  value?: Status | Role;
  search?: string;
  standing?: UserStanding;
  ofRole?: Role;
}

/** How many accounts it has changed; each of them has an entry of its own. */
interface BulkEnd {
  job: string;
  state: Exclude<BulkState, 'running'>;
  accounts: number;
}

/** What a setting was and what it is; of a secret only that it is another. */
export type SettingChange = { from: string | number; to: string | number } | 'changed';

type ChangedSettings = { [Name in keyof SettingsInput]?: SettingChange };

/** What guests had not been shown yet, and are not shown because its words or its address are others now. */
interface Withdrawn {
  withdrawnPrompts?: number;
  withdrawnExits?: number;
}

/** A setting that waits for a second admin or for its time, and the admin who wants it. */
interface ProposedChange {
  settings: ChangedSettings;
  proposedBy: string;
}

/** Every kind of change that the log knows, and what it tells of one. */
interface Changes {
  /** By users, of their own account. */
  details: object;
  password: object;
  registered: object;
  'terms accepted': { version: string };
  'security check passed': object;
  'second factor added': { factor: 'passkey' | 'app' };
  'second factor removed': { factor: 'passkey' | 'app' };
  'passkey renamed': object;
  'recovery codes made': object;
  /** The host of the provider. */
  'sso linked': { provider: string };
  'sso unlinked': { provider: string };
  /** Where it was; the entry's own device and place are those of who ended it. */
  'own session ended': { device: string; location: string };
  'other sessions ended': { sessions: number };
  'own e-mail': { from: string; to: string };
  /** By staff, of somebody's account. */
  created: AboutUser & { role?: Role };
  status: AboutUser & { status: Status; changed?: { status: { from: Status; to: Status } } };
  role: AboutUser & { role: Role; changed?: { role: { from: Role; to: Role } } };
  edited: AboutUser & { changed: ChangedDetails };
  deleted: AboutUser;
  'password reset': AboutUser & { status?: Status };
  'second factor reset': AboutUser;
  'session ended': AboutUser;
  'sessions ended': AboutUser;
  'temporary password shown': AboutUser;
  /** By staff, what they took out of the portal or brought into it. */
  'users exported': { search?: string; standing?: UserStanding; role?: Role; sort?: UserSort };
  'activity exported': { filter?: string; search?: string; from?: string; to?: string };
  'audit exported': { person?: string; kind?: string; target?: string; from?: string; to?: string };
  'verified exported': { search?: string; from?: string; to?: string };
  'import checked': ImportCounts;
  'users imported': ImportCounts;
  'bulk started': BulkStart;
  'bulk ended': BulkEnd;
  /** By staff, of the portal. */
  settings: Withdrawn & { settings: ChangedSettings };
  'setting proposed': ProposedChange;
  'setting withdrawn': ProposedChange;
  /** Because the account that wanted it is no admin any more. */
  'setting lapsed': ProposedChange;
  'setting confirmed': ProposedChange & Withdrawn;
  /** By itself, after the time. */
  'setting in force': ProposedChange & Withdrawn;
  'guest log deleted': { entries: number };
  /** The address masked. */
  'webhook resent': { delivery: string; email: string };
  /** By staff, to people on their pages. */
  prompt: AboutMessage & { prompt: PromptKind; text: string };
  redirect: (AboutMessage | AboutUser) & { reason?: string };
  exit: AboutMessage & { address: string; message: string; reason?: string };
  'redirect removed': AboutMessage | AboutUser;
  /** By the user whom staff had sent: what the page asks for is done, so nobody is sent there any more. */
  'redirect done': { reason?: string };
  resend: AboutMessage;
  /** Who is helping a guest; called as in older entries, which are chained and cannot be renamed. */
  claimed: AboutGuest;
  released: AboutGuest;
  'stepped in': AboutGuest & { helper: string };
}
export type ChangeKind = keyof Changes;
export type Change = { [Kind in ChangeKind]: { change: Kind } & Changes[Kind] }[ChangeKind];

export type FailureReason =
  | 'unknown username'
  | 'wrong password'
  | 'suspended'
  | 'temporary password ended'
  | 'single sign-on failed'
  | 'single sign-on not linked'
  | 'single sign-on without second factor'
  | 'wrong password at the security check'
  | 'wrong password at the change of it'
  | 'wrong password at a proof'
  | 'wrong second factor'
  | 'wrong second factor at a proof'
  | 'wrong passkey'
  | 'unknown passkey'
  /** Its counter was lower than it has been. */
  | 'copied passkey';

/** How somebody signed in. Entries of version 0.1.0 do not say it. */
export type SignInWay =
  | 'password'
  | 'password and passkey'
  | 'password and app'
  | 'password and recovery code'
  | 'passkey'
  | 'single sign-on';

/** What happened, and what an entry says of it besides who, when and where. Never what somebody typed as a secret. */
export type Activity =
  | { action: 'profile_update' | 'admin_redirect'; details: Change }
  | { action: 'login'; details: { way: SignInWay } }
  | { action: 'failed_login'; details: { reason: FailureReason } }
  /** Masked: see `maskedEmail`. */
  | { action: 'email_entry'; details: { email: string } }
  | { action: 'help'; details: { help: HelpStep; reason: HelpReason } }
  /** Whole: whoever entered the code has shown that the address is theirs. */
  | { action: 'code_success'; details: { email: string } }
  | { action: 'redirect'; details: Shown }
  | {
      action: 'logout' | 'page_view' | 'code_entry' | 'code_failed';
      details?: undefined;
    };

/** How a guest is named where users have their id. */
export const guestUserId = (ipAddress: string) => `guest_${ipAddress.replaceAll('.', '_')}`;
export const guestLabel = (ipAddress: string) => `Guest (${ipAddress})`;

/** How the terminal of the server is named there. */
export const COMMAND_LINE_ID = 'command_line';

/** Who did something that no account did: a guest, or the terminal. Null for ids of accounts. */
export function actorLabel(userId: string | null): string | null {
  if (userId === COMMAND_LINE_ID) return 'Command line';
  if (userId === null || !userId.startsWith('guest_')) return null;
  return guestLabel(userId.slice('guest_'.length).replaceAll('_', '.'));
}

/** Somebody whose account is gone. */
export const formerLabel = (name: string) => `${name} (account deleted)`;

/** What the list says of an entry whose account is not known. */
export const UNKNOWN_USER = 'Unknown User';

/** The heading of the file, here and from the server. The id is last, because others have learnt to read the rest. */
export const ACTIVITY_COLUMNS = [
  'Date',
  'User',
  'Action',
  'Page',
  'IP Address',
  'Location',
  'User Agent',
  'User ID',
] as const;

/** Counting more would take longer than anybody wants to wait for a number. */
export const COUNTED_MAX = 100_000;
