import type { HelpReason, HelpStep } from '../guests/help.rules.ts';
import type { SteerWhat } from '../guests/messages.rules.ts';
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

export const GUEST_ACTIONS = [
  'page_view',
  'email_entry',
  'code_entry',
  'code_success',
  'code_failed',
  'help',
] as const satisfies Action[];

/** The name is a snapshot: the account may be deleted later. */
interface AboutUser {
  user: string;
  username: string;
}

/** The guest's IP address; the entry has the browser's public id beside it. */
interface AboutGuest {
  guest: string;
}

/** The message's id, shared by the entries about its delivery. */
interface Steer {
  steer: string;
}

interface Shown extends Steer {
  what: SteerWhat;
  state: 'delivered' | 'seen' | 'declined';
  by?: string;
  reason?: string;
  text?: string;
  address?: string;
  message?: string;
}

type ChangedDetails = { [Name in 'firstName' | 'lastName' | 'email']?: { from: string; to: string } };

interface ImportCounts {
  accounts: number;
  problems: number;
  sendByMail: boolean;
}

interface BulkStart {
  job: string;
  action: BulkChange['action'];
  value?: Status | Role;
  search?: string;
  standing?: UserStanding;
  ofRole?: Role;
}

interface BulkEnd {
  job: string;
  state: Exclude<BulkState, 'running'>;
  accounts: number;
}

/** Secrets only say that they changed. */
export type SettingChange = { from: string | number; to: string | number } | 'changed';

type ChangedSettings = { [Name in keyof SettingsInput]?: SettingChange };

interface Withdrawn {
  withdrawnPrompts?: number;
  withdrawnExits?: number;
}

interface ProposedChange {
  settings: ChangedSettings;
  proposedBy: string;
}

interface Changes {
  details: object;
  password: object;
  registered: object;
  'terms accepted': { version: string };
  'security check passed': object;
  'second factor added': { factor: 'passkey' | 'app' };
  'second factor removed': { factor: 'passkey' | 'app' };
  'passkey renamed': object;
  'recovery codes made': object;
  'sso linked': { provider: string };
  'sso unlinked': { provider: string };
  /** The ended session's; the entry has those of the person who ended it. */
  'own session ended': { device: string; location: string };
  'other sessions ended': { sessions: number };
  'own e-mail': { from: string; to: string };
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
  'users exported': { search?: string; standing?: UserStanding; role?: Role; sort?: UserSort };
  'activity exported': { filter?: string; search?: string; from?: string; to?: string };
  'audit exported': { person?: string; kind?: string; target?: string; from?: string; to?: string };
  'verified exported': { search?: string; from?: string; to?: string };
  'import checked': ImportCounts;
  'users imported': ImportCounts;
  'bulk started': BulkStart;
  'bulk ended': BulkEnd;
  settings: Withdrawn & { settings: ChangedSettings };
  'setting proposed': ProposedChange;
  'setting withdrawn': ProposedChange;
  'setting lapsed': ProposedChange;
  'setting confirmed': ProposedChange & Withdrawn;
  'setting in force': ProposedChange & Withdrawn;
  'guest log deleted': { entries: number };
  'webhook resent': { delivery: string; email: string };
  prompt: AboutGuest & Steer & { prompt: 'email' | 'code'; text: string };
  redirect: ((AboutGuest & Steer) | AboutUser) & { reason?: string };
  exit: AboutGuest & Steer & { address: string; message: string; reason?: string };
  'redirect removed': (AboutGuest & Steer) | AboutUser;
  /** By the user: did what the redirect asked for, so it ends. */
  'redirect done': { reason?: string };
  resend: AboutGuest & Steer;
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
  /** Its signature counter went backwards. */
  | 'copied passkey';

/** Missing in entries of version 0.1.0. */
export type SignInWay =
  | 'password'
  | 'password and passkey'
  | 'password and app'
  | 'password and recovery code'
  | 'passkey'
  | 'single sign-on';

/** An action and its details. Never anything typed as a secret. */
export type Activity =
  | { action: 'profile_update' | 'admin_redirect'; details: Change }
  | { action: 'login'; details: { way: SignInWay } }
  | { action: 'failed_login'; details: { reason: FailureReason } }
  /** Masked: see `maskedEmail`. */
  | { action: 'email_entry'; details: { email: string } }
  | { action: 'help'; details: { help: HelpStep; reason: HelpReason } }
  /** Not masked: the right code proved that the address is the guest's. */
  | { action: 'code_success'; details: { email: string } }
  | { action: 'redirect'; details: Shown }
  | {
      action: 'logout' | 'page_view' | 'code_entry' | 'code_failed';
      details?: undefined;
    };

export const guestUserId = (ipAddress: string) => `guest_${ipAddress.replaceAll('.', '_')}`;
export const guestLabel = (ipAddress: string) => `Guest (${ipAddress})`;

export const COMMAND_LINE_ID = 'command_line';

export function actorLabel(userId: string | null): string | null {
  if (userId === COMMAND_LINE_ID) return 'Command line';
  if (userId === null || !userId.startsWith('guest_')) return null;
  return guestLabel(userId.slice('guest_'.length).replaceAll('_', '.'));
}

export const formerLabel = (name: string) => `${name} (account deleted)`;

export const UNKNOWN_USER = 'Unknown User';

/** Also the server's CSV. New columns go last: other programs read by position. */
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

export const COUNTED_MAX = 100_000;
