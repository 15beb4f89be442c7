import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { SsoPage } from '../../contract/auth/sso.rules.ts';
import type { Presence } from '../../contract/guests/guests.rules.ts';
import type { HelpReason } from '../../contract/guests/help.rules.ts';
import type { MessageKind, PromptKind } from '../../contract/guests/messages.rules.ts';
import type { Action } from '../../contract/log/activity.rules.ts';
import type { AboutKind } from '../../contract/notifications/notifications.rules.ts';
import type { NotificationType, Severity } from '../../contract/notifications/notifications.ts';
import type { WebhookType } from '../../contract/programs/webhooks.rules.ts';
import type { ProposedSetting } from '../../contract/settings/settings.rules.ts';
import type { BulkChange, BulkState } from '../../contract/users/bulk.rules.ts';
import type { Role, Status } from '../../contract/users/users.rules.ts';

/** Times are epoch milliseconds, booleans 0 or 1, JSON is text, so both databases behave alike. */
export interface Tables {
  users: {
    id: string;
    username: string;
    /** Case-folded. */
    username_key: string;
    email: string | null;
    email_key: string | null;
    first_name: string | null;
    last_name: string | null;
    profile_image_url: string | null;
    role: Role;
    status: Status;
    auth_type: 'password';
    password_hash: string;
    password_state: PasswordState;
    temporary_password: string | null;
    /** Devices known before it count as new. */
    temporary_password_at: number | null;
    created_at: number;
    updated_at: number;
    /** Null: never. 0: before this was recorded. */
    signed_in_at: number | null;
    /** When last seen; of accounts that were never seen, when last updated. */
    active_at: number;
    /** Chosen by the person. */
    language: Generated<string | null>;
    /** Of the latest sign-in: for emails to people who chose none. */
    signed_in_language: Generated<string | null>;
    name_key: string;
    search: string;
    /** 1: required at sign-in. Kept in step by `features/auth/second-factor`. */
    second_factor: Generated<number>;
    short_password: Generated<number>;
    /** Of staff: how often their sessions were ended or the password changed. What began before goes no further. */
    sign_outs: Generated<number>;
    /** Who entered the email address; null if its owner did, or before this was recorded. */
    email_by: Generated<string | null>;
  };
  user_totals: { id: number; total: number };
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
    proven_at: Generated<number>;
    second_factor: Generated<number>;
  };
  oidc_links: {
    user_id: string;
    issuer: string;
    subject: string;
    linked_at: number;
    used_at: number | null;
  };
  oidc_flows: {
    state_hash: string;
    browser_hash: string;
    session_id: string | null;
    page: SsoPage;
    wanted: string | null;
    begun_at: number;
  };
  email_changes: {
    user_id: string;
    session_id: string;
    email: string;
    code_hash: string;
    tries: number;
    sent_at: number;
    expires_at: number;
    /** By the mail server. */
    accepted_at: number | null;
    mail_id: string;
  };
  sign_in_attempts: {
    /** Keyed hash: people type passwords into the name field. */
    name_hash: string;
    failures: number;
    blocked_until: number;
    updated_at: number;
  };
  used_captchas: { id: string; expires_at: number };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    public_key: string;
    counter: number;
    transports: string;
    /** 1: synced by its vendor. */
    backed_up: number;
    name: string;
    created_at: number;
    used_at: number | null;
  };
  totp_apps: {
    user_id: string;
    /** Sealed with the server key; null until the first code is confirmed. */
    secret: string | null;
    /** Time step of the last accepted code. Older steps are replays. */
    last_step: number;
    added_at: number | null;
    offered_secret: string | null;
    offered_until: number | null;
  };
  recovery_codes: {
    id: string;
    user_id: string;
    /** Sealed, so a key rotation can reseal it; null once used. */
    sealed_hash: string | null;
    used_at: number | null;
  };
  /** The second factor is missing. Never a session. */
  begun_sign_ins: {
    token_hash: string;
    user_id: string;
    /** A hash: a password change ends the sign-in. */
    password_then: string;
    /** New for a temporary password, once the sign-in completes. */
    password_hash: string;
    tries: number;
    expires_at: number;
  };
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
    /** 1: kept for longer. */
    staff: Generated<number>;
    actor_name: string | null;
    /** The browser that did it, or that staff did it to. */
    guest_id: string | null;
    /** A MAC over the row (`db/audit-chain`). */
    mac: Generated<string | null>;
    kind: Generated<string | null>;
    target: Generated<string | null>;
  };
  audit_chain: {
    position: number;
    kind: LinkKind;
    entry_id: string | null;
    entry_mac: string | null;
    key_id: string;
    previous: string;
    hash: string;
    linked_at: number;
    removed: string | null;
  };
  audit_waiting: {
    entry_id: string;
    /** 1: wrong MAC, never linked. */
    refused: Generated<number>;
  };
  audit_cuts: {
    position: number;
    hash: string;
    key_id: string;
    cut_at: number;
    reason: 'retention' | 'key lost';
    mac: string;
  };
  /** Sealed with the server key. 0.2.0 wrote null for a lost key. */
  audit_keys: { key_id: string; sealed: string | null };
  /** Stop the erasure of a person. */
  legal_holds: {
    id: string;
    /** Who it is about; null if the server key was lost. */
    sealed: string | null;
    reason: string;
    until_at: number;
    set_by: string;
    set_name: string;
    set_at: number;
  };
  /** Repeated after a restore of an older backup. See `features/people/erasures.ts`. */
  erasures: {
    id: string;
    /** The address while it goes on, only hashes afterwards; null if the server key was lost. */
    sealed: string | null;
    began_at: number;
    ended_at: number | null;
  };
  former_users: {
    id: string;
    name: string;
    username: string;
    deleted_at: number;
  };
  /** 1: health check. 2, 3: bounce mailbox (lease, last read). */
  heartbeat: { id: number; beat_at: number };
  /** The key that seals this database. */
  server_key: { one: number; key_id: string | null };
  settings: { name: string; value: string };
  /** Wait for a second admin or their date. */
  setting_proposals: {
    id: string;
    name: ProposedSetting;
    value: string;
    proposed_by: string;
    /** The account may be deleted before the change takes effect. */
    proposed_name: string;
    ip_address: string;
    location: string;
    device: string;
    user_agent: string;
    proposed_at: number;
    in_force_at: number;
    /** Of the proposer, when they proposed it. */
    sign_outs: Generated<number>;
  };
  admin_terms: {
    user_id: string;
    began_at: number;
    /** The last promotion only; see `account_means`. */
    began_by: string | null;
    ended_at: number | null;
  };
  /** Which admins could have used a staff account: see `sessions/admin-history.ts`. */
  account_means: {
    user_id: string;
    admin_id: string;
    /** Someone else got access, or the owner replaced a password that others knew. */
    since: number;
  };
  limit_counts: {
    key: string;
    count: number;
    resets_at: number;
    /** Times of the passes, newest first, 13 digits each. */
    passed: string;
    most: Generated<number>;
  };
  guest_verifications: {
    guest_secret: string;
    email: string;
    /** Null when used, dead, or never made. */
    code_hash: string | null;
    sent_at: number;
    expires_at: number;
    tries: number;
    submitted_at: number | null;
    outcome: 'accepted' | 'refused' | null;
    refusal: string | null;
    verified_at: number | null;
    public_id: string | null;
    tried_at: number | null;
    /** Across all codes for this email address. */
    refusals: Generated<number>;
    refused_twice_at: number | null;
    mail_id: string | null;
    /** By the mail server. */
    accepted_at: number | null;
    first_sent_at: number | null;
    abandoned_at: number | null;
    /** Of the page that asked for the code. */
    language: Generated<string | null>;
  };
  gate_tokens: { jti: string; expires_at: number };
  gate_passes: {
    guest_secret: string;
    jti: string;
    sub: string | null;
    claims: string | null;
    used_at: number;
  };
  verified_addresses: {
    id: string;
    email: string;
    email_key: string;
    guest_id: string;
    verified_at: number;
    took_ms: number;
    helped: number;
    gate_jti: string | null;
    gate_sub: string | null;
    gate_claims: string | null;
  };
  /** Without the email address; kept for a day. */
  mail_times: {
    id: string;
    domain: string;
    verified_at: number;
    took_ms: number;
  };
  /** See `features/guests/messages/messages.ts`. */
  guest_messages: {
    id: string;
    /** Null: every browser that comes from the address. */
    guest_id: string | null;
    guest_ip: string;
    kind: MessageKind;
    prompt: PromptKind | null;
    text: string | null;
    target: string | null;
    reason: string | null;
    is_persistent: number;
    /** Null up to version 0.2.0. */
    sender_id: string | null;
    sender_name: string | null;
    /** 1: the guest's page gets it. */
    is_waiting: number;
    created_at: number;
    /** To a page, or accepted by the mail server. */
    delivered_at: number | null;
    seen_at: number | null;
    declined_at: number | null;
    withdrawn_at: number | null;
    withdrawn_why: WithdrawnWhy | null;
    /** What one browser got of a message to an address. */
    receipt_of: string | null;
    /** Of the text, once it is shown. */
    language: string | null;
  };
  guest_assignments: {
    guest_id: string;
    helper_id: string;
    helper_name: string;
    used_at: number;
  };
  /** When a guest's browser first took each step. Triggers on `activity` write it. */
  guest_steps: {
    /** The public id of the browser. */
    guest_id: string;
    entered_at: number;
    address_at: number | null;
    code_at: number | null;
    verified_at: number | null;
    /** When staff first sent a message or assigned themselves. */
    helped_at: number | null;
  };
  redirects: {
    id: string;
    user_id: string;
    destination_path: string;
    reason: string | null;
    is_persistent: number;
    created_at: number;
    sent_by: string | null;
    /** Of persistent ones: last logged. */
    delivered_at: Generated<number | null>;
  };
  outbox: {
    id: string;
    channel: 'mail' | 'chat' | 'webhook' | 'events';
    /** Empty for events. */
    recipient: string;
    /** Erased once sent. Failed webhooks keep it for a manual retry: they hold no code. */
    sealed: string | null;
    state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
    attempts: number;
    due_at: number;
    expires_at: number;
    error: string | null;
    guest_ip: string | null;
    guest_id: string | null;
    created_at: number;
    finished_at: number | null;
    answer: string | null;
    kind: WebhookType | null;
    /** When an accepted email bounced; `error` says why. */
    bounced_at: number | null;
    /** Lease expiry by the database's clock. */
    claimed_until: number | null;
    /** Later for networks that caused many emails lately. */
    turn: Generated<number>;
    /** Whom a webhook is about: a browser's public id, or an account's id. Theirs are sent in order. */
    person: Generated<string | null>;
  };
  send_rates: {
    channel: 'mail';
    /** Microseconds; ahead of now when the rate is exceeded. */
    used_until: number;
  };
  profiles: {
    user_id: string;
    phone: string | null;
    date_of_birth: string | null;
    bio: string | null;
    address: string | null;
    city: string | null;
    country: string | null;
    completed_at: number | null;
  };
  profile_pictures: {
    user_id: string;
    picture: string;
  };
  saved_views: {
    id: string;
    user_id: string;
    path: string;
    name: string;
    query: string;
    shared_with: Role | null;
  };
  /** For programs. Ending a key deletes its row. */
  api_keys: {
    id: string;
    name: string;
    user_id: string;
    /** Of 256 random bits, so a fast hash is enough. */
    secret_hash: string;
    scopes: string;
    networks: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    /** When it opens addresses: at once, a day later, or when a second admin confirmed it. */
    in_force_at: number;
    confirmed_by: string | null;
  };
  terms_acceptances: { user_id: string; version: string; accepted_at: number };
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
    guest_id: string | null;
  };
  /** Update one first: serialises changes across processes. */
  locks: { name: 'users' | 'settings' | 'audit'; taken: number };
  guests: {
    id: string;
    ip_address: string;
    last_page: string;
    page_since: number;
    /** The newest wins. */
    viewed_at: number;
    page_views: number;
    presence: Presence;
    presence_since: number;
    last_seen_at: number;
    location: string;
    device: string;
    /** Null before version 0.3. */
    language: string | null;
  };
  guest_help: {
    id: string;
    ip_address: string;
    reason: HelpReason;
    asked_at: number;
    /** No message reaches this browser: the guest said that someone told them to come here. */
    halted_at: number | null;
    updated_at: number;
  };
  notifications: {
    id: string;
    type: NotificationType;
    severity: Severity;
    title: string;
    message: string;
    /** One notification for events with the same key. */
    group_key: string;
    count: number;
    /** Unused: see `notification_marks` and `notification_reads`. */
    is_read: number;
    /** Renewed when the count grows, so it becomes unread again. 0: read by all. */
    seq: Generated<number>;
    ip_address: string | null;
    location: string | null;
    created_at: number;
    about_kind: AboutKind | null;
    about_id: string | null;
  };
  notification_totals: { type: NotificationType; total: number };
  /** In commit order: a reader up to n has missed nothing below n. */
  notification_seq: { id: number; last: number };
  /** Triggers insert it with the role. */
  notification_marks: { user_id: string; mark: number };
  notification_reads: { user_id: string; seq: number; type: NotificationType };
  admin_preferences: {
    user_id: string;
    silent: Generated<string>;
    setup_dismissed: Generated<number>;
  };
  bulk_jobs: {
    id: string;
    action: BulkChange['action'];
    value: Status | Role | null;
    filter: string;
    started_by: string;
    started_name: string;
    ip_address: string;
    location: string;
    device: string;
    user_agent: string;
    started_at: number;
    /** Of who started it, at that moment. */
    sign_outs: Generated<number>;
    /** Later accounts are not touched. */
    last_user: string;
    position: string;
    done: number;
    total: number | null;
    state: BulkState;
    problem: string | null;
    stopped_by: string | null;
    ended_at: number | null;
    /** The lease; expires by the database's clock. */
    claimed_by: string | null;
    claimed_until: number | null;
  };
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Staff sent a newer one or removed it, its text or URL was changed, the guest halted, or the email failed. */
export type WithdrawnWhy = 'replaced' | 'removed' | 'settings' | 'halted' | 'mail' | 'outdated';

export type PasswordState = 'own' | 'temporary' | 'first_run';

/** `begin` and `key` are about the chain itself. `redacted` is a later link of an entry: a person in it was erased. */
type LinkKind = 'begin' | 'entry' | 'taken over' | 'redacted' | 'key';
export type LinkRow = Selectable<Tables['audit_chain']>;
export type CutRow = Selectable<Tables['audit_cuts']>;

export type UserRow = Selectable<Tables['users']>;
export type NewUser = Insertable<Tables['users']>;
export type SessionRow = Selectable<Tables['sessions']>;
export type ApiKeyRow = Selectable<Tables['api_keys']>;
export type SsoLinkRow = Selectable<Tables['oidc_links']>;
export type SsoFlowRow = Selectable<Tables['oidc_flows']>;
export type EmailChangeRow = Selectable<Tables['email_changes']>;
export type NewActivity = Insertable<Tables['activity']>;
export type ActivityRow = Selectable<Tables['activity']>;
export type GuestVerificationRow = Selectable<Tables['guest_verifications']>;
export type VerifiedAddressRow = Selectable<Tables['verified_addresses']>;
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
export type HoldRow = Selectable<Tables['legal_holds']>;
export type ErasureRow = Selectable<Tables['erasures']>;
export type AdminPreferencesRow = Selectable<Tables['admin_preferences']>;
