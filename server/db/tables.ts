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
    /** Devices seen before this time count as new. */
    temporary_password_at: number | null;
    created_at: number;
    updated_at: number;
    /** Null if never; 0 if before this column existed. */
    signed_in_at: number | null;
    /** When last seen; if never, when last updated. */
    active_at: number;
    /** Chosen by the user. */
    language: Generated<string | null>;
    /** Language of the latest sign-in, for emails to users who chose none. */
    signed_in_language: Generated<string | null>;
    name_key: string;
    search: string;
    /** 1 if required at sign-in. Maintained by `features/auth/second-factor`. */
    second_factor: Generated<number>;
    short_password: Generated<number>;
    /** For staff: how often their sessions were ended or the password changed. Work started before then stops. */
    sign_outs: Generated<number>;
    /** Who entered the email address; null if the owner did, or before this column existed. */
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
    /** When the mail server accepted it. */
    accepted_at: number | null;
    mail_id: string;
  };
  sign_in_attempts: {
    /** Keyed hash, because people type passwords into the name field. */
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
    /** 1 if the vendor syncs it. */
    backed_up: number;
    name: string;
    created_at: number;
    used_at: number | null;
  };
  totp_apps: {
    user_id: string;
    /** Sealed with the server key; null until the first code is confirmed. */
    secret: string | null;
    /** Time step of the last accepted code; older ones are replays. */
    last_step: number;
    added_at: number | null;
    offered_secret: string | null;
    offered_until: number | null;
  };
  recovery_codes: {
    id: string;
    user_id: string;
    /** Sealed, so that a key rotation can reseal it. Null once used. */
    sealed_hash: string | null;
    used_at: number | null;
  };
  /** Sign-ins that still need the second factor. */
  begun_sign_ins: {
    token_hash: string;
    user_id: string;
    /** Hash, so that a password change ends the sign-in. */
    password_then: string;
    /** Replaces a temporary password when the sign-in completes. */
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
    /** 1 for entries of the audit trail. */
    staff: Generated<number>;
    actor_name: string | null;
    /** The browser that acted, or that staff acted on. */
    guest_id: string | null;
    /** MAC over the row (`db/audit-chain`). */
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
    /** 1 if the MAC is wrong: never linked. */
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
  legal_holds: {
    id: string;
    /** The person; null if the server key was lost. */
    sealed: string | null;
    reason: string;
    until_at: number;
    set_by: string;
    set_name: string;
    set_at: number;
  };
  /** Kept to repeat erasures after the restore of an older backup (`features/people/erasures.ts`). */
  erasures: {
    id: string;
    /** The address while the erasure runs, then only hashes; null if the server key was lost. */
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
  /** 1: health check. 2 and 3: bounce mailbox (lease, last read). */
  heartbeat: { id: number; beat_at: number };
  /** Which key sealed this database's values. */
  server_key: { one: number; key_id: string | null };
  settings: { name: string; value: string };
  /** Changes that wait for a second admin or their date. */
  setting_proposals: {
    id: string;
    name: ProposedSetting;
    value: string;
    proposed_by: string;
    /** Stays if the account is deleted before the change takes effect. */
    proposed_name: string;
    ip_address: string;
    location: string;
    device: string;
    user_agent: string;
    proposed_at: number;
    in_force_at: number;
    /** The proposer's count at the time. */
    sign_outs: Generated<number>;
  };
  admin_terms: {
    user_id: string;
    began_at: number;
    /** Only the last promotion; see `account_means`. */
    began_by: string | null;
    ended_at: number | null;
  };
  /** Which admins could have used a staff account: see `sessions/admin-history.ts`. */
  account_means: {
    user_id: string;
    admin_id: string;
    /** When the admin last got access, or the owner last replaced a password that others knew. */
    since: number;
  };
  limit_counts: {
    key: string;
    count: number;
    resets_at: number;
    /** Times that the limit let pass, newest first, 13 digits each. */
    passed: string;
    most: Generated<number>;
  };
  guest_verifications: {
    guest_secret: string;
    email: string;
    /** Null if used, expired or never created. */
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
    /** Wrong codes for this email address, across all codes. */
    refusals: Generated<number>;
    refused_twice_at: number | null;
    mail_id: string | null;
    /** When the mail server accepted it. */
    accepted_at: number | null;
    first_sent_at: number | null;
    abandoned_at: number | null;
    /** Language of the page that asked for the code. */
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
  /** No email addresses; kept for a day. */
  mail_times: {
    id: string;
    domain: string;
    verified_at: number;
    took_ms: number;
  };
  /** See `features/guests/messages/messages.ts`. */
  guest_messages: {
    id: string;
    /** Null for every browser at the IP address. */
    guest_id: string | null;
    guest_ip: string;
    kind: MessageKind;
    prompt: PromptKind | null;
    text: string | null;
    target: string | null;
    reason: string | null;
    is_persistent: number;
    /** Null for messages from before 0.3. */
    sender_id: string | null;
    sender_name: string | null;
    /** 1 while a page can still get it. */
    is_waiting: number;
    created_at: number;
    /** When a page got it, or the mail server accepted it. */
    delivered_at: number | null;
    seen_at: number | null;
    declined_at: number | null;
    withdrawn_at: number | null;
    withdrawn_why: WithdrawnWhy | null;
    /** The message to an address whose delivery to one browser this row records. */
    receipt_of: string | null;
    /** Language of the text once it was shown. */
    language: string | null;
  };
  guest_assignments: {
    guest_id: string;
    helper_id: string;
    helper_name: string;
    used_at: number;
  };
  /** When each browser first took a step. Written by triggers on `activity`. */
  guest_steps: {
    guest_id: string;
    entered_at: number;
    address_at: number | null;
    code_at: number | null;
    verified_at: number | null;
    /** When staff first helped: sent a message or assigned the guest to themselves. */
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
    /** For persistent ones, when it was last logged. */
    delivered_at: Generated<number | null>;
  };
  outbox: {
    id: string;
    channel: 'mail' | 'chat' | 'webhook' | 'events';
    /** Empty for events. */
    recipient: string;
    /** Erased once sent. Failed webhooks keep it for a manual retry, because they contain no code. */
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
    /** When an accepted email bounced; `error` has the reason. */
    bounced_at: number | null;
    /** Lease expiry by the database's clock. */
    claimed_until: number | null;
    /** Later for networks that caused many emails recently. */
    turn: Generated<number>;
    /** A browser's public id or an account's id. One person's events are sent in order. */
    person: Generated<string | null>;
  };
  send_rates: {
    channel: 'mail';
    /** Microseconds; in the future while the rate is exceeded. */
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
  /** API keys; one that is ended is deleted. */
  api_keys: {
    id: string;
    name: string;
    user_id: string;
    /** The secret has 256 random bits, so a fast hash is enough. */
    secret_hash: string;
    scopes: string;
    networks: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    /** When scopes with addresses open: at once, or after a day unless a second admin confirms earlier. */
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
  /** Updating a row first serialises changes across processes. */
  locks: { name: 'users' | 'settings' | 'audit'; taken: number };
  guests: {
    id: string;
    ip_address: string;
    last_page: string;
    page_since: number;
    /** When processes write the same guest, the newest view wins. */
    viewed_at: number;
    page_views: number;
    presence: Presence;
    presence_since: number;
    last_seen_at: number;
    location: string;
    device: string;
    /** Null for guests from before 0.3. */
    language: string | null;
  };
  guest_help: {
    id: string;
    ip_address: string;
    reason: HelpReason;
    asked_at: number;
    /** When the guest said that someone sent them here; staff can't message them any more. */
    halted_at: number | null;
    updated_at: number;
  };
  notifications: {
    id: string;
    type: NotificationType;
    severity: Severity;
    title: string;
    message: string;
    /** Events with the same key share one notification. */
    group_key: string;
    count: number;
    /** Unused: see `notification_marks` and `notification_reads`. */
    is_read: number;
    /** Increases with `count`, so that the notification is unread again. 0 if read by everyone. */
    seq: Generated<number>;
    ip_address: string | null;
    location: string | null;
    created_at: number;
    about_kind: AboutKind | null;
    about_id: string | null;
  };
  notification_totals: { type: NotificationType; total: number };
  /** Assigned in commit order: who has read up to n has missed nothing before n. */
  notification_seq: { id: number; last: number };
  /** Where each user's reading begins. Inserted by triggers with the role. */
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
    /** The starter's count at the time. */
    sign_outs: Generated<number>;
    /** Accounts created later are not changed. */
    last_user: string;
    position: string;
    done: number;
    total: number | null;
    state: BulkState;
    problem: string | null;
    stopped_by: string | null;
    ended_at: number | null;
    /** Lease; expires by the database's clock. */
    claimed_by: string | null;
    claimed_until: number | null;
  };
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Why a message is not delivered any more. `settings`: its text or URL changed; `mail`: the email failed. */
export type WithdrawnWhy = 'replaced' | 'removed' | 'settings' | 'halted' | 'mail' | 'outdated';

export type PasswordState = 'own' | 'temporary' | 'first_run';

/** `begin` and `key` concern the chain itself. `redacted` is a later link of an entry from which a person was erased. */
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
