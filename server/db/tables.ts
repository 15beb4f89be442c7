import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Role, Status } from '../../contract/users.ts';

/** Times are epoch milliseconds, booleans 0 or 1, JSON is text: both databases then behave alike. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  used_captchas: UsedCaptchasTable;
  activity: ActivityTable;
  heartbeat: HeartbeatTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Where the password of an account comes from; only a temporary one must be changed at sign-in. */
export type PasswordState = 'own' | 'temporary' | 'first_run';

interface UsersTable {
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
  password_hash: string;
  password_state: PasswordState;
  /** Sealed with the server key while nobody has used it yet, then erased. */
  temporary_password: string | null;
  created_at: number;
  updated_at: number;
}
export type UserRow = Selectable<UsersTable>;
export type NewUser = Insertable<UsersTable>;

interface SessionsTable {
  id: string;
  token_hash: string;
  user_id: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  ip_address: string;
  location: string;
  device: string;
}
export type SessionRow = Selectable<SessionsTable>;

interface SignInAttemptsTable {
  /** Keyed hash of the name: people type passwords into the name field, so the name is not kept. */
  name_hash: string;
  failures: number;
  blocked_until: number;
  updated_at: number;
}

interface UsedCaptchasTable {
  id: string;
  expires_at: number;
}

interface ActivityTable {
  id: string;
  user_id: string | null;
  action: string;
  page: string | null;
  ip_address: string;
  location: string;
  device: string;
  user_agent: string;
  details: string | null;
  created_at: number;
}
export type NewActivity = Insertable<ActivityTable>;

interface HeartbeatTable {
  id: number;
  beat_at: number;
}
