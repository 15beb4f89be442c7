import { guestName } from '../guests/guests.rules.ts';
import type { HelpReason, HelpStep } from '../guests/help.rules.ts';
import type { MessageKind, MessageState, PromptKind } from '../guests/messages.rules.ts';
import type { SettingKey } from '../settings/settings.rules.ts';
import type { AccountDetail } from '../users/account-details.rules.ts';
import type { BulkChange, BulkState } from '../users/bulk.rules.ts';
import type { Role, Status, UserStanding } from '../users/users.rules.ts';

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

/** The name too, because the account may be deleted later. */
interface AboutUser {
  user: string;
  username: string;
}

interface AboutGuest {
  guest: string;
}

/** Masked address, or the pseudonym once the person was erased. */
interface AboutPerson {
  person: string;
}

/** Entries about the same message share its id. */
interface AboutMessage extends AboutGuest {
  messageId: string;
}

/** Omitted for English. */
type ShownLanguage = string;

/** What a guest or redirected user was shown. */
interface Shown {
  messageId?: string;
  kind: MessageKind;
  prompt?: PromptKind;
  state: Exclude<MessageState, 'sent' | 'withdrawn'>;
  by?: string;
  reason?: string;
  text?: string;
  address?: string;
  message?: string;
  language?: ShownLanguage;
}

/** An empty text means none. */
type ChangedDetails = { [Name in AccountDetail]?: { from: string; to: string } };

type ExportedFilter = Readonly<Record<string, string | undefined>>;

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

/** For secrets only that they changed. */
export type SettingChange = { from: string | number; to: string | number } | 'changed';

type ChangedSettings = { [Name in SettingKey]?: SettingChange };

/** Messages withdrawn because their text or URL changed before guests saw them. */
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
  'users exported': ExportedFilter;
  'activity exported': ExportedFilter;
  'audit exported': ExportedFilter;
  'verified exported': ExportedFilter;
  'import checked': ImportCounts;
  'users imported': ImportCounts;
  'bulk started': BulkStart;
  'bulk ended': BulkEnd;
  settings: Withdrawn & { settings: ChangedSettings };
  'setting proposed': ProposedChange;
  'setting withdrawn': ProposedChange;
  /** The proposer is no longer an admin. */
  'setting lapsed': ProposedChange;
  'setting confirmed': ProposedChange & Withdrawn;
  'setting in force': ProposedChange & Withdrawn;
  'api key made': { key: string; scopes: string; networks?: string; expires: string };
  /** `user` is the key's maker. */
  'api key confirmed': AboutUser & { key: string };
  'api key ended': AboutUser & { key: string };
  'guest log deleted': { entries: number };
  /** An outcome has `email`, an event has `type`. */
  'webhook resent': { delivery: string; email?: string; type?: string };
  'person searched': AboutPerson;
  'person downloaded': AboutPerson;
  'person erased': AboutPerson;
  'hold set': AboutPerson & { until: string };
  'hold ended': AboutPerson;
  prompt: AboutMessage & { prompt: PromptKind; text: string; language?: ShownLanguage };
  redirect: (AboutMessage | AboutUser) & { reason?: string };
  exit: AboutMessage & { address: string; message: string; language?: ShownLanguage; reason?: string };
  'redirect removed': AboutMessage | AboutUser;
  'redirect done': { reason?: string };
  resend: AboutMessage;
  /** Old names: existing entries are in the audit chain and can't be renamed. */
  claimed: AboutGuest;
  released: AboutGuest;
  'stepped in': AboutGuest & { helper: string };
}
export type ChangeKind = keyof Changes;
export type Change = { [Kind in ChangeKind]: { change: Kind } & Changes[Kind] }[ChangeKind];

export type AuditKind = ChangeKind | 'login' | 'logout' | 'failed_login' | 'received' | 'told to come';

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
  | 'copied passkey';

export type SignInWay =
  | 'password'
  | 'password and passkey'
  | 'password and app'
  | 'password and recovery code'
  | 'passkey'
  | 'single sign-on';

/** Never put a secret that a person typed into details. */
export type Activity =
  | { action: 'profile_update' | 'admin_redirect'; details: Change }
  | { action: 'login'; details: { way: SignInWay } }
  | { action: 'failed_login'; details: { reason: FailureReason } }
  | { action: 'email_entry'; details: { email: string } }
  | { action: 'help'; details: { help: HelpStep; reason: HelpReason } }
  /** In full, because the code confirmed it. */
  | { action: 'code_success'; details: { email: string } }
  | { action: 'redirect'; details: Shown }
  | {
      action: 'logout' | 'page_view' | 'code_entry' | 'code_failed';
      details?: undefined;
    };

/** Id in place of an erased person, with an account or without. */
export const isPseudonym = (id: string) => /^erased-[a-z\d]{8,16}$/.test(id);

export const guestUserId = (ipAddress: string) =>
  isPseudonym(ipAddress) ? ipAddress : `guest_${ipAddress.replaceAll('.', '_')}`;

export const COMMAND_LINE_ID = 'command_line';

interface GuestMark {
  readonly tag: string;
  readonly email: string | null;
}

/** Null for accounts. */
export function actorLabel(userId: string | null, guest: GuestMark | null = null): string | null {
  if (userId === COMMAND_LINE_ID) return 'Command line';
  if (userId !== null && isPseudonym(userId)) return erasedLabel(userId);
  if (userId === null || !userId.startsWith('guest_')) return null;
  return guestName({ ipAddress: userId.slice('guest_'.length).replaceAll('_', '.'), ...guest });
}

const erasedLabel = (pseudonym: string) => `Erased person ${pseudonym.slice('erased-'.length)}`;

export const formerLabel = (name: string) => `${name} (account deleted)`;

export const UNKNOWN_USER = 'Unknown User';

interface ActorNames {
  readonly userId: string | null;
  readonly userName: string | null;
  readonly formerName: string | null;
  readonly apiKey?: string | undefined;
  /** Missing in files, which have a column for each part of a name. */
  readonly guest?: GuestMark | null;
}

export function actorName({ userId, userName, formerName, apiKey, guest }: ActorNames): string {
  const name = userName || (actorLabel(userId, guest) ?? (formerName ? formerLabel(formerName) : UNKNOWN_USER));
  return apiKey === undefined ? name : `${name} with the API key ${apiKey}`;
}

export function aboutName(
  about: { userId: string; name: string; isFormer: boolean } | { guestIp: string },
  guest: GuestMark | null = null,
): string {
  if ('guestIp' in about) return guestName({ ipAddress: about.guestIp, ...guest });
  return actorLabel(about.userId) ?? (about.isFormer ? formerLabel(about.name) : about.name);
}

export const COUNTED_MAX = 100_000;
