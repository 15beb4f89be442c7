import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { SsoPage } from '../../contract/auth/sso.rules.ts';
import type { Presence } from '../../contract/guests/guests.rules.ts';
import type { HelpReason } from '../../contract/guests/help.rules.ts';
import type { MessageKind, PromptKind } from '../../contract/guests/messages.rules.ts';
import type { Action } from '../../contract/log/activity.rules.ts';
import type { AboutKind } from '../../contract/notifications/notifications.rules.ts';
import type { NotificationType, Severity } from '../../contract/notifications/notifications.ts';
import type { ProposedSetting } from '../../contract/settings/settings.rules.ts';
import type { BulkChange, BulkState } from '../../contract/users/bulk.rules.ts';
import type { Role, Status } from '../../contract/users/users.rules.ts';
import type { WebhookType } from '../../contract/verification/webhook.rules.ts';

/** Times are epoch milliseconds, booleans 0 or 1, JSON is text: both databases then behave alike. */
export interface Tables {
  users: {
    id: string;
    username: string;
    /** Folded for comparing: names that differ only in case are one account. */
    username_key: string;
    email: string | null;
    email_key: string | null;
    first_name: string | null;
    last_name: string | null;
    profile_image_url: string | null;
    role: Role;
    status: Status;
    auth_type: 'password';
    /** Empty while there is a temporary password that nobody has used yet. */
    password_hash: string;
    password_state: PasswordState;
    /** Sealed with the server key while nobody has used it yet, then erased. */
    temporary_password: string | null;
    /**
     * When the last one was issued. It expires, used or not, unless its owner has chosen another; browsers that signed in before
     * it are new ones.
     */
    temporary_password_at: number | null;
    created_at: number;
    /** Also the last time that somebody signed in. */
    updated_at: number;
    /** The last time; null when nobody has, 0 for those who may have before this was recorded. */
    signed_in_at: number | null;
    /** By what the list is sorted, and what a search looks at: see `features/users/name-columns.ts`. */
    name_key: string;
    search: string;
    /** 1: there is one, and nobody signs in without it. Kept in step by `features/auth/second-factor`. */
    second_factor: Generated<number>;
    /** 1: too short to be all that is asked for, so it is good only beside a second factor. */
    short_password: Generated<number>;
  };
  /** One row: how many accounts there are. Kept in step by triggers. */
  user_totals: {
    id: number;
    total: number;
  };
  sessions: {
    id: string;
    token_hash: string;
    user_id: string;
    created_at: number;
    seen_at: number;
    expires_at: number;
    ip_address: string;
    location: string;
    device: string;
    /** When the person last showed that it is them, by signing in or in between. */
    proven_at: Generated<number>;
    /** 1: with a second factor. */
    second_factor: Generated<number>;
  };
  /** To which account of the single sign-on provider an account is linked: see `features/auth/sso/links.ts`. */
  oidc_links: {
    user_id: string;
    issuer: string;
    subject: string;
    linked_at: number;
    used_at: number | null;
  };
  /** What browsers have begun at the provider. Hashes only: see `features/auth/sso/flows.ts`. */
  oidc_flows: {
    state_hash: string;
    browser_hash: string;
    /** Of the person who links their account; null for signing in. */
    session_id: string | null;
    /** From which page it was begun, and where the person wanted to go. */
    page: SsoPage;
    wanted: string | null;
    begun_at: number;
  };
  /** Changes of e-mail addresses that wait for the code that was mailed to the new one. */
  email_changes: {
    user_id: string;
    /** The session that asked for it, with which it ends. */
    session_id: string;
    email: string;
    /** Keyed. */
    code_hash: string;
    tries: number;
    sent_at: number;
    expires_at: number;
    /** When the mail server took the mail: from then on the code's time runs. */
    accepted_at: number | null;
    mail_id: string;
  };
  sign_in_attempts: {
    /**
     * Keyed hashes of the name and of where it was tried: people type passwords into the name field, so the name is not kept.
     */
    name_hash: string;
    failures: number;
    blocked_until: number;
    updated_at: number;
  };
  used_captchas: { id: string; expires_at: number };
  passkeys: {
    id: string;
    user_id: string;
    /** By which the browser names it. */
    credential_id: string;
    /** In base64url, as the browser gave it. */
    public_key: string;
    /** How often the authenticator says that it was used; many say nothing but 0. */
    counter: number;
    /** How browsers reach the authenticator, as JSON. */
    transports: string;
    /** 1: its maker keeps a copy, so that it outlives the device. */
    backed_up: number;
    name: string;
    created_at: number;
    used_at: number | null;
  };
  /** Apps that show one-time passwords; at most one of each account. */
  totp_apps: {
    user_id: string;
    /** Sealed with the server key; null while one is only offered. */
    secret: string | null;
    /** Of the last code that was taken: it and those before it work no more. */
    last_step: number;
    added_at: number | null;
    /** Sealed as well: it counts once a code of it was entered. */
    offered_secret: string | null;
    offered_until: number | null;
  };
  recovery_codes: {
    id: string;
    user_id: string;
    /** Sealed with the server key, which a new key can do anew; null once it was used. */
    sealed_hash: string | null;
    used_at: number | null;
  };
  /** The password was right, and the second factor is still to come. It is no session, and nothing takes it for one. */
  begun_sign_ins: {
    token_hash: string;
    user_id: string;
    /** Hash of what the account's password was then: another one in between ends this. */
    password_then: string;
    /** What the account's row will have: a temporary password gets its hash when somebody signs in with it. */
    password_hash: string;
    tries: number;
    expires_at: number;
  };
  /** Challenges of passkeys that were answered: each works once. */
  used_challenges: { id: string; expires_at: number };
  activity: {
    id: string;
    user_id: string | null;
    action: Action;
    page: string | null;
    ip_address: string;
    location: string;
    device: string;
    user_agent: string;
    details: string | null;
    created_at: number;
    /** 1 for what staff did: it stays for longer than the settings can say. */
    staff: Generated<number>;
    /** What somebody of the staff was called then; null for everybody else. */
    actor_name: string | null;
    /** The public id of the browser in the guest flow that did it, or that staff did it to. */
    guest_id: string | null;
    /** Of what staff did: a keyed sum over the rest of the row (`db/audit-chain`). */
    mac: Generated<string | null>;
    /** The kind of change, or what else it was; and to whom it was done. For finding it. */
    kind: Generated<string | null>;
    target: Generated<string | null>;
  };
  /** One link for each entry of staff, in the order in which they were linked. */
  audit_chain: {
    position: number;
    kind: LinkKind;
    /** Null for links that are about the chain itself. */
    entry_id: string | null;
    entry_mac: string | null;
    /** With which key the link is made. */
    key_id: string;
    /** The hash of the link before. */
    previous: string;
    hash: string;
    linked_at: number;
    /** A keyed sum that says that retention has deleted the entry; null while it is there. */
    removed: string | null;
  };
  /** Entries of staff that have no link yet. A trigger puts them here. */
  audit_waiting: {
    entry_id: string;
    /** 1: nobody here has written it, so that it gets none. */
    refused: Generated<number>;
  };
  /** The one place up to which the chain is cut. */
  audit_cuts: {
    position: number;
    hash: string;
    key_id: string;
    cut_at: number;
    reason: 'retention' | 'key lost';
    mac: string;
  };
  /** The keys that earlier links were made with, sealed with the server key. Version 0.2.0 wrote null for one that was lost. */
  audit_keys: {
    key_id: string;
    sealed: string | null;
  };
  /** What deleted accounts were called, for as long as an entry of the log may name them. */
  former_users: {
    id: string;
    /** As lists showed it. */
    name: string;
    username: string;
    deleted_at: number;
  };
  /** 1: the health check. 2 and 3: who reads the mailbox of returned mails, and when it was read. */
  heartbeat: { id: number; beat_at: number };
  /** One row: which key everything that is sealed in here is sealed with. Null until the first start. */
  server_key: { one: number; key_id: string | null };
  settings: { name: string; value: string };
  /** Changes of settings that wait for a second admin or for their time; at most one of each setting. */
  setting_proposals: {
    id: string;
    name: ProposedSetting;
    value: string;
    proposed_by: string;
    /** What the proposer was called then, and where they were: the account may be gone when the time has come. */
    proposed_name: string;
    ip_address: string;
    location: string;
    device: string;
    user_agent: string;
    proposed_at: number;
    in_force_at: number;
  };
  /** Since when somebody has been an admin, where that is not long ago: see `sessions/admin-history.ts`. */
  admin_terms: {
    user_id: string;
    began_at: number;
    /** Of the last act alone, for processes of the version before: `account_means` has them all. */
    began_by: string | null;
    /** Until when they were one; null for those who are. */
    ended_at: number | null;
  };
  /** Which admins have had the means to use an account of the staff: see `sessions/admin-history.ts`. */
  account_means: {
    user_id: string;
    admin_id: string;
    /** When it was last opened to anybody, or its owner chose a password in place of one that others knew. */
    since: number;
  };
  /** See `db/limit-counts.ts`. */
  limit_counts: {
    key: string;
    count: number;
    /** When the last one that passed counts no longer. */
    resets_at: number;
    /** When each of them passed, newest first, in 13 digits each. */
    passed: string;
    /** How many may pass, as whoever took one last knew it. */
    most: Generated<number>;
  };
  /** Where one browser is in the flow: which address, which code, how many tries. */
  guest_verifications: {
    /** What the browser's cookie says. */
    guest_secret: string;
    email: string;
    /** Keyed hash of the code; null when it was used, died or never was. */
    code_hash: string | null;
    sent_at: number;
    expires_at: number;
    tries: number;
    submitted_at: number | null;
    outcome: 'accepted' | 'refused' | null;
    /** The sentence that goes with a refusal. */
    refusal: string | null;
    verified_at: number | null;
    /** The guest id that staff see, derived from the secret. */
    public_id: string | null;
    /** When the last code was tried. */
    tried_at: number | null;
    /** How often a code for this address was refused, of this code and of those before it. */
    refusals: Generated<number>;
    /** When this code was refused and it was not the first refusal. */
    refused_twice_at: number | null;
    /** The mail with this code, in the outbox. */
    mail_id: string | null;
    /** When the mail server took it: from then on the code's time runs. */
    accepted_at: number | null;
    /** When this browser first asked for a code for this address. */
    first_sent_at: number | null;
    /** When the organisation was told that nobody has finished this. */
    abandoned_at: number | null;
  };
  gate_tokens: { jti: string; expires_at: number };
  /** What the token said with which a browser came in. */
  gate_passes: {
    /** What the browser's cookie says. */
    guest_secret: string;
    jti: string;
    sub: string | null;
    /** Everything else that the token said, as JSON. */
    claims: string | null;
    used_at: number;
  };
  /** Addresses that were confirmed: the result that an organisation asks for. */
  verified_addresses: {
    id: string;
    email: string;
    /** Folded for comparing and searching. */
    email_key: string;
    /** The public id of the browser. */
    guest_id: string;
    verified_at: number;
    /** From the first request of a code for this address. */
    took_ms: number;
    /** 1: somebody of the staff prompted, moved or sent a code to this guest meanwhile. */
    helped: number;
    gate_jti: string | null;
    gate_sub: string | null;
    gate_claims: string | null;
  };
  /** How long mail to a domain took, from the mail server's word to the right code. No address, and for a day. */
  mail_times: {
    id: string;
    domain: string;
    verified_at: number;
    took_ms: number;
  };
  /** What staff send guests: see `features/guests/messages/messages.ts`. */
  guest_messages: {
    id: string;
    /** The public id of the browser that it is for; null: for every browser that comes from the address. */
    guest_id: string | null;
    guest_ip: string;
    kind: MessageKind;
    /** Of prompts. */
    prompt: PromptKind | null;
    /** What the guest reads, as it was when staff sent it. Of prompts and exits. */
    text: string | null;
    /** The page or URL that it leads to. Of redirects and exits. */
    target: string | null;
    reason: string | null;
    is_persistent: number;
    /** Null for messages of version 0.2.0 and before. */
    sender_id: string | null;
    sender_name: string | null;
    /** 1: a page of the guest that asks gets it. */
    is_waiting: number;
    created_at: number;
    /** When a page of the guest got it, or the mail server accepted the email. */
    delivered_at: number | null;
    seen_at: number | null;
    /** When the guest chose not to leave. */
    declined_at: number | null;
    withdrawn_at: number | null;
    withdrawn_why: WithdrawnWhy | null;
    /** This row says what one browser got of that message, which was for an address. */
    receipt_of: string | null;
  };
  /** Which member of staff is helping a guest. */
  guest_assignments: {
    /** The public id of the browser. */
    guest_id: string;
    helper_id: string;
    helper_name: string;
    /** When the helper last did something for the guest. */
    used_at: number;
  };
  /** Where staff send signed-in users. */
  redirects: {
    id: string;
    user_id: string;
    destination_path: string;
    reason: string | null;
    is_persistent: number;
    created_at: number;
    /** What the admin was called; null for those of versions before. */
    sent_by: string | null;
    /** Of persistent ones: when the log last said that the user got it. */
    delivered_at: Generated<number | null>;
  };
  outbox: {
    id: string;
    channel: 'mail' | 'chat' | 'webhook';
    recipient: string;
    /**
     * The message, sealed with the server key; erased as soon as nothing is left to be sent. Webhooks, which hold no code, keep it
     * when they could not be delivered, so that they can be sent again.
     */
    sealed: string | null;
    state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
    attempts: number;
    due_at: number;
    expires_at: number;
    error: string | null;
    guest_ip: string | null;
    /** The public id of the browser that asked for it. */
    guest_id: string | null;
    created_at: number;
    finished_at: number | null;
    /** What the other side last said to a webhook: its status, or why there was none. */
    answer: string | null;
    /** What a webhook tells of; null for everything else. */
    kind: WebhookType | null;
    /** When the mail came back although it had been taken; `error` says why. */
    bounced_at: number | null;
    /** How long the process that sends it may be silent, by the clock of the database; null where there is only one. */
    claimed_until: number | null;
    /** What waits is sent in this order: the more mails a network has caused lately, the later its next one. */
    turn: Generated<number>;
  };
  /** How much of a channel's rate is used up, on all processes together. */
  send_rates: {
    channel: 'mail';
    /** Microseconds since 1970: the later, the more of it is used. */
    used_until: number;
  };
  profiles: {
    user_id: string;
    phone: string | null;
    /** 2026-12-31 */
    date_of_birth: string | null;
    bio: string | null;
    address: string | null;
    city: string | null;
    country: string | null;
    completed_at: number | null;
  };
  terms_acceptances: {
    user_id: string;
    version: string;
    accepted_at: number;
  };
  /** Accounts that people asked for; they become users when the address is verified. */
  registrations: {
    id: string;
    email: string;
    email_key: string;
    username: string;
    first_name: string | null;
    last_name: string | null;
    password_hash: string;
    token_hash: string;
    expires_at: number;
    /** The public id of the browser that asked for it. */
    guest_id: string | null;
  };
  /** Rows to be updated first by changes that must not run at the same time, on any process. */
  locks: {
    name: 'users' | 'settings' | 'audit';
    taken: number;
  };
  /** Where guests are. The activity log is the truth; this is what staff want to see of it, kept up to date in bundles. */
  guests: {
    /** The public id of the browser. */
    id: string;
    ip_address: string;
    last_page: string;
    page_since: number;
    /** When the last page was opened; with several processes the newest of what they know counts. */
    viewed_at: number;
    page_views: number;
    /** What the page last said of itself, or what became of its connection. */
    presence: Presence;
    presence_since: number;
    last_seen_at: number;
    location: string;
    device: string;
  };
  /** What guests ask for, without words. Nothing is left of what they need no longer. */
  guest_help: {
    /** The public id of the browser. */
    id: string;
    ip_address: string;
    reason: HelpReason;
    asked_at: number;
    /** Since when no message reaches this browser, because somebody told the guest to come here. */
    halted_at: number | null;
    updated_at: number;
  };
  notifications: {
    id: string;
    type: NotificationType;
    severity: Severity;
    title: string;
    message: string;
    /** Events with the same key within a while are one notification. */
    group_key: string;
    count: number;
    /** Only for processes of the version before: what is read is in `notification_marks` and `notification_reads`. */
    is_read: number;
    /** From `notification_seq`, a new one each time it grows: whoever had read it has not read that. 0: read by everybody. */
    seq: Generated<number>;
    ip_address: string | null;
    location: string | null;
    created_at: number;
    /** Where it leads; null in rows of older versions. */
    about_kind: AboutKind | null;
    about_id: string | null;
  };
  /** How many there are of a type. Kept in step by triggers. */
  notification_totals: {
    type: NotificationType;
    total: number;
  };
  /** The number that was given last. Taken in the order of commits: who has read up to a number has missed none below it. */
  notification_seq: {
    id: number;
    last: number;
  };
  /** Up to which number each member of staff has read everything; none is 0. Triggers begin it with the role. */
  notification_marks: {
    user_id: string;
    mark: number;
  };
  /** What each has read one by one above that. */
  notification_reads: {
    user_id: string;
    seq: number;
    type: NotificationType;
  };
  /** How many events of a type there were in each quarter of an hour: days begin at one of them, wherever somebody is. */
  notification_counts: {
    type: NotificationType;
    /** When it began. */
    quarter: number;
    count: number;
  };
  /** What an admin has chosen for themselves; nothing where everything is as it was at first. */
  admin_preferences: {
    user_id: string;
    /** The types of notifications that do not ring, as JSON. */
    silent: Generated<string>;
    /** 1: the set-up card is not to be shown. */
    setup_dismissed: Generated<number>;
  };
  /** Bulk work on users that is being done or has ended lately: see `features/users/bulk/bulk-jobs.ts`. */
  bulk_jobs: {
    id: string;
    action: BulkChange['action'];
    value: Status | Role | null;
    /** Whom it is about, as JSON. */
    filter: string;
    started_by: string;
    /** What the admin was called then, and where they were: every entry of what is changed says so. */
    started_name: string;
    ip_address: string;
    location: string;
    device: string;
    user_agent: string;
    started_at: number;
    /** The last id that there was at the start: who comes later is not touched. */
    last_user: string;
    /** Everybody up to this id has been looked at. */
    position: string;
    done: number;
    /** Null until everybody is counted. */
    total: number | null;
    state: BulkState;
    problem: string | null;
    stopped_by: string | null;
    ended_at: number | null;
    /** The process that works on it, and how long it may be silent, by the clock of the database. */
    claimed_by: string | null;
    claimed_until: number | null;
  };
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Why a message is not delivered any more: staff sent a newer one or removed it, its text or URL was changed, the guest halted, the email failed. */
export type WithdrawnWhy = 'replaced' | 'removed' | 'settings' | 'halted' | 'mail';

/** Where the password of an account comes from; only a temporary one must be changed at sign-in. */
export type PasswordState = 'own' | 'temporary' | 'first_run';

/** `begin` and `key` are about the chain itself: where it begins in a database with older entries, and where another key begins. */
type LinkKind = 'begin' | 'entry' | 'taken over' | 'key';
export type LinkRow = Selectable<Tables['audit_chain']>;
export type CutRow = Selectable<Tables['audit_cuts']>;

export type UserRow = Selectable<Tables['users']>;
export type NewUser = Insertable<Tables['users']>;
export type SessionRow = Selectable<Tables['sessions']>;
export type SsoLinkRow = Selectable<Tables['oidc_links']>;
export type SsoFlowRow = Selectable<Tables['oidc_flows']>;
export type EmailChangeRow = Selectable<Tables['email_changes']>;
export type NewActivity = Insertable<Tables['activity']>;
export type ActivityRow = Selectable<Tables['activity']>;
export type GuestVerificationRow = Selectable<Tables['guest_verifications']>;
export type VerifiedRow = Selectable<Tables['verified_addresses']>;
export type MessageRow = Selectable<Tables['guest_messages']>;
export type AssignmentRow = Selectable<Tables['guest_assignments']>;
export type RedirectRow = Selectable<Tables['redirects']>;
export type ProposalRow = Selectable<Tables['setting_proposals']>;
export type AdminTermRow = Selectable<Tables['admin_terms']>;
export type OutboxRow = Selectable<Tables['outbox']>;
export type ProfileRow = Selectable<Tables['profiles']>;
export type GuestRow = Selectable<Tables['guests']>;
export type HelpRow = Selectable<Tables['guest_help']>;
export type BulkJobRow = Selectable<Tables['bulk_jobs']>;
export type PasskeyRow = Selectable<Tables['passkeys']>;
export type NotificationRow = Selectable<Tables['notifications']>;
export type AdminPreferencesRow = Selectable<Tables['admin_preferences']>;
