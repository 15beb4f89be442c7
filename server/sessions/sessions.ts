import { hash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isStaff } from '../../contract/users/roles.rules.ts';
import type { Role } from '../../contract/users/users.rules.ts';
import { evictOldest } from '../bounded-cache.ts';
import { CLOCK_SKEW_MS, type Clock, HOUR_MS, isAhead, isLongAgo, MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { newId } from '../db/ids.ts';
import { preparedInsert } from '../db/prepared.ts';
import { isPostgres } from '../db/queries.ts';
import type { Db, SessionRow, Trx, UserRow } from '../db/tables.ts';
import { afterCommit, inTransaction } from '../db/transact.ts';
import { notSignedIn } from '../errors.ts';
import { ALL_IDS, type Bus } from '../live/bus.ts';
import type { Log } from '../process/log.ts';
import type { Visitor } from '../visitor/visitor.ts';

export const IDLE_MS = 30 * MINUTE_MS;
export const LIFETIME_MS = { user: 12 * HOUR_MS, staff: 8 * HOUR_MS };
const FLUSH_EVERY_MS = MINUTE_MS;
const ONLINE_MS = 5 * MINUTE_MS;
const CACHED_MAX = 50_000;
/** Most people leave without signing out, so evict after this time. */
const CACHED_MS = 5 * MINUTE_MS;

export const demandsSecondFactor = ({ requireMfa }: Pick<Config, 'requireMfa'>, role: Role): boolean =>
  requireMfa === 'everyone' || (requireMfa === 'admins' && isStaff(role));

export type SessionUser = ReturnType<typeof toSessionUser>;

export interface Session {
  readonly id: string;
  readonly tokenHash: string;
  readonly user: SessionUser;
  readonly startedAt: number;
  readonly expiresAt: number;
  readonly provenAt: number;
  readonly withSecondFactor: boolean;
  /** REQUIRE_MFA applies: the user can only add a second factor. */
  readonly missesSecondFactor: boolean;
  seenAt: number;
  askedAt: number;
}

type Unprefixed<Column> = Column extends `users.${infer Name}` ? Name : never;
type AccountRow = Pick<UserRow, Unprefixed<(typeof ACCOUNT_COLUMNS)[number]>>;

export function toSessionUser(row: AccountRow) {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    language: row.language,
    role: row.role,
    status: row.status,
    authType: row.auth_type,
    passwordState: row.password_state,
    secondFactor: row.second_factor === 1,
    mustChangePassword: row.password_state === 'temporary' || (row.short_password === 1 && row.second_factor === 0),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Never the password hash. */
export const ACCOUNT_COLUMNS = [
  'users.id',
  'users.username',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.profile_image_url',
  'users.language',
  'users.role',
  'users.status',
  'users.auth_type',
  'users.password_state',
  'users.second_factor',
  'users.short_password',
  'users.created_at',
  'users.updated_at',
] as const;

const newToken = () => randomBytes(32).toString('base64url');
const hashed = (token: string) => hash('sha256', token, 'base64url');

const insertSessions = preparedInsert('sessions', [
  'id',
  'token_hash',
  'user_id',
  'created_at',
  'seen_at',
  'expires_at',
  'ip_address',
  'location',
  'device',
  'proven_at',
  'second_factor',
]);

interface Use {
  readonly userId: string;
  readonly seenAt: number;
}

/** Includes sessions that have ended. At most once a minute per user, because each write moves an index entry. */
async function writeLastActivity(trx: Trx, uses: readonly Use[]): Promise<void> {
  const latest = new Map<string, number>();
  for (const { userId, seenAt } of uses) latest.set(userId, Math.max(seenAt, latest.get(userId) ?? 0));
  const seen = isPostgres(trx)
    ? sql`(select unnest(${[...latest.keys()]}::text[]) as user_id, unnest(${[...latest.values()]}::bigint[]) as at)`
    : sql`(select key as user_id, value as at from json_each(${JSON.stringify(Object.fromEntries(latest))}))`;
  const isNewer = sql`users.active_at <= seen.at - ${sql.lit(FLUSH_EVERY_MS)}`;
  // Skip locked rows, against deadlocks: whoever locked them may wait for a session written here.
  const free = isPostgres(trx) ? sql`for no key update of users skip locked` : sql``;
  await sql`
    with fresh as (
      select users.id, seen.at from ${seen} as seen cross join users where users.id = seen.user_id and ${isNewer} ${free}
    )
    update users set active_at = fresh.at from fresh where users.id = fresh.id
  `.execute(trx);
}

interface SessionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly config: Pick<Config, 'requireMfa'>;
}

/** Cached while in use. Every change of a session or its user evicts it on all processes. */
export class Sessions {
  readonly #deps: SessionsDeps;
  /** By token, to avoid hashing. */
  readonly #cache = new Map<string, Session>();
  /** By session; flushed once a minute. */
  readonly #used = new Map<string, Use>();
  readonly #flushTimer: NodeJS.Timeout;
  /** A lookup that started before an eviction must not be cached after it. */
  #evictions = 0;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    deps.bus.subscribe('user-changed', (userId) =>
      this.#evict((session) => userId === ALL_IDS || session.user.id === userId),
    );
    deps.bus.subscribe('session-ended', (id) => this.#evict((session) => session.id === id));
    deps.bus.onGap(() => this.#evict(() => true));
    this.#flushTimer = setInterval(() => {
      this.evictIdle();
      void this.flush();
    }, FLUSH_EVERY_MS).unref();
  }

  /** Synchronous on a cache hit. `passive` (polling) doesn't count as use. */
  find(token: string, passive = false): Session | null | Promise<Session | null> {
    const known = this.#deps.bus.healthy ? this.#cache.get(token) : undefined;
    if (known === undefined || !this.#isAlive(known)) return this.#load(token, passive);
    known.askedAt = this.#deps.clock.now();
    if (!passive) this.#touch(known);
    return known;
  }

  /** Call only from `completeSignIn`, so that no sign-in skips the second factor. */
  async start(
    trx: Trx,
    user: UserRow,
    visitor: Visitor,
    secondFactor: boolean,
    provenAt = this.#deps.clock.now(),
  ): Promise<{ token: string; session: Session }> {
    const token = newToken();
    const now = this.#deps.clock.now();
    const row: SessionRow = {
      id: newId(now),
      token_hash: hashed(token),
      user_id: user.id,
      created_at: now,
      seen_at: now,
      expires_at: now + (isStaff(user.role) ? LIFETIME_MS.staff : LIFETIME_MS.user),
      ip_address: visitor.ipAddress,
      location: visitor.location,
      device: visitor.device,
      proven_at: provenAt,
      second_factor: Number(secondFactor),
    };
    await insertSessions(trx, [row]);
    return { token, session: this.#sessionOf(row, toSessionUser(user), now) };
  }

  /** Locks account, then session, against deadlocks. Null if the session ended or got a new token. */
  async lockAndRead(db: Db | Trx, session: Session): Promise<Session | null> {
    const account = db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', session.user.id);
    const held = db
      .selectFrom('sessions')
      .select(['id', 'token_hash', 'created_at', 'seen_at', 'expires_at', 'proven_at', 'second_factor'])
      .where('id', '=', session.id)
      .where('token_hash', '=', session.tokenHash);
    const locks = db.isTransaction && isPostgres(db);
    const user = await (locks ? account.forNoKeyUpdate() : account).executeTakeFirst();
    const row = await (locks ? held.forNoKeyUpdate() : held).executeTakeFirst();
    if (user === undefined || row === undefined || user.status !== 'active') return null;
    const current = this.#sessionOf(row, toSessionUser(user), Math.max(row.seen_at, session.seenAt));
    return this.#isAlive(current) ? current : null;
  }

  async showedSecondFactor(trx: Trx, id: string): Promise<void> {
    await trx.updateTable('sessions').set({ second_factor: 1 }).where('id', '=', id).execute();
  }

  /** After this, a stolen copy of the old token is worthless. */
  async renew(trx: Trx, id: string, stepUp?: { readonly secondFactor: boolean }): Promise<string> {
    const token = newToken();
    await trx
      .updateTable('sessions')
      .set({
        token_hash: hashed(token),
        ...(stepUp && { proven_at: this.#deps.clock.now() }),
        ...(stepUp?.secondFactor && { second_factor: 1 }),
      })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(notSignedIn);
    await this.#deps.bus.publishIn(trx, 'session-ended', id);
    return token;
  }

  async isRenewed(id: string, token: string): Promise<boolean> {
    const row = await this.#deps.db.selectFrom('sessions').select('token_hash').where('id', '=', id).executeTakeFirst();
    return row !== undefined && row.token_hash !== hashed(token);
  }

  /** False if the session ended or got a new token: a stolen old cookie can't end it. */
  async end(trx: Trx, id: string, tokenHash?: string): Promise<boolean> {
    let ending = trx.deleteFrom('sessions').where('id', '=', id);
    if (tokenHash !== undefined) ending = ending.where('token_hash', '=', tokenHash);
    const { numDeletedRows } = await ending.executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await this.#deps.bus.publishIn(trx, 'session-ended', id);
    return numDeletedRows > 0n;
  }

  /** For a session that another person may be using: also cancels what it started. */
  async endOther(trx: Trx, id: string, userId: string): Promise<void> {
    const staff = await this.#endWork(trx, [userId]);
    await this.end(trx, id);
    await this.#deps.bus.publishIn(trx, 'user-changed', ...staff);
  }

  /** Also cancels what staff started, even if the asking session stays. */
  async endAllOf(trx: Trx, userIds: readonly string[], except?: string): Promise<{ count: number; users: string[] }> {
    const staff = await this.#endWork(trx, userIds);
    let ending = trx.deleteFrom('sessions').where('user_id', 'in', userIds);
    if (except !== undefined) ending = ending.where('id', '!=', except);
    const rows = await ending.returning('user_id').execute();
    const users = [...new Set(rows.map(({ user_id }) => user_id))];
    await this.#deps.bus.publishIn(trx, 'user-changed', ...new Set([...staff, ...users]));
    return { count: rows.length, users };
  }

  /** Call before deleting accounts: that deletes their API keys too. */
  async endKeysOf(trx: Trx, userIds: readonly string[]): Promise<{ user_id: string; name: string }[]> {
    const ended = await trx
      .deleteFrom('api_keys')
      .where('user_id', 'in', userIds)
      .returning(['user_id', 'name'])
      .execute();
    if (ended.length > 0) await this.#deps.bus.publishIn(trx, 'api-keys-changed', ALL_IDS);
    return ended;
  }

  usersChanged(trx: Trx, userIds: readonly string[]): void {
    afterCommit(trx, () => this.#deps.bus.publish('user-changed', ...userIds));
  }

  async listOf(userId: string): Promise<SessionRow[]> {
    const rows = await this.#deps.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
    return rows
      .map((row) => ({ ...row, seen_at: Math.max(row.seen_at, this.#used.get(row.id)?.seenAt ?? 0) }))
      .filter((row) => this.#isAlive({ expiresAt: row.expires_at, seenAt: row.seen_at }))
      .sort((one, other) => other.seen_at - one.seen_at);
  }

  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = [...this.#used];
    this.#used.clear();
    try {
      await inTransaction(this.#deps.db, async (trx) => {
        for (const [id, { seenAt }] of used) {
          const found = trx.selectFrom('sessions').select('id').where('id', '=', id).where('seen_at', '<', seenAt);
          // Skip locked rows, against deadlocks: a transaction that ends sessions may wait for a row written here.
          const free = isPostgres(trx) ? found.forUpdate().skipLocked() : found;
          await trx.updateTable('sessions').set({ seen_at: seenAt }).where('id', 'in', free).execute();
        }
        await writeLastActivity(
          trx,
          used.map(([, use]) => use),
        );
      });
    } catch (error) {
      for (const [id, use] of used) if (!this.#used.has(id)) this.#used.set(id, use);
      this.#deps.log.warn({ err: error }, 'times of last use not saved, trying again');
    }
  }

  evictIdle(): void {
    const now = this.#deps.clock.now();
    for (const [token, session] of this.#cache)
      if (isLongAgo(session.askedAt, CACHED_MS, now)) this.#cache.delete(token);
  }

  async sweep(): Promise<void> {
    const now = this.#deps.clock.now();
    this.#evict((session) => !this.#isAlive(session));
    await this.#deps.db
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where('expires_at', '<=', now),
          where('seen_at', '<=', now - IDLE_MS - FLUSH_EVERY_MS),
          where('seen_at', '>', now + CLOCK_SKEW_MS),
        ]),
      )
      .execute();
  }

  async close(): Promise<void> {
    clearInterval(this.#flushTimer);
    await this.flush();
  }

  /** Only staff start things that outlive a request. Locks accounts before sessions, as `lockAndRead`. */
  async #endWork(trx: Trx, userIds: readonly string[]): Promise<string[]> {
    const staff = await trx
      .updateTable('users')
      .set({ sign_outs: sql`sign_outs + 1` })
      .where('id', 'in', userIds)
      .where('role', '<>', sql.lit('user'))
      .returning('id')
      .execute();
    const ids = staff.map(({ id }) => id);
    if (ids.length > 0) await this.#leaveToSecondAdmin(trx, ids);
    return ids;
  }

  /** API keys that wait: time alone no longer opens addresses. Their owners publish 'user-changed'. */
  async #leaveToSecondAdmin(trx: Trx, userIds: readonly string[]): Promise<void> {
    await trx
      .updateTable('api_keys')
      .set((row) => ({ in_force_at: row.ref('expires_at') }))
      .where('user_id', 'in', userIds)
      .where('in_force_at', '>', this.#deps.clock.now())
      .execute();
  }

  #sessionOf(
    row: Pick<SessionRow, 'id' | 'token_hash' | 'created_at' | 'expires_at' | 'proven_at' | 'second_factor'>,
    user: SessionUser,
    seenAt: number,
  ): Session {
    const isAsked = demandsSecondFactor(this.#deps.config, user.role);
    return {
      id: row.id,
      tokenHash: row.token_hash,
      user,
      startedAt: row.created_at,
      expiresAt: row.expires_at,
      provenAt: row.proven_at,
      withSecondFactor: row.second_factor === 1,
      missesSecondFactor: isAsked && !user.secondFactor && row.second_factor === 0,
      seenAt,
      askedAt: this.#deps.clock.now(),
    };
  }

  #isAlive(session: Pick<Session, 'expiresAt' | 'seenAt'>): boolean {
    const now = this.#deps.clock.now();
    return now < session.expiresAt && now - session.seenAt < IDLE_MS && !isAhead(session.seenAt, now);
  }

  #touch(session: Session): void {
    session.seenAt = this.#deps.clock.now();
    this.#used.set(session.id, { userId: session.user.id, seenAt: session.seenAt });
  }

  async #load(token: string, passive: boolean): Promise<Session | null> {
    const before = this.#evictions;
    const tokenHash = hashed(token);
    const row = await this.#deps.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id as session_id',
        'sessions.seen_at',
        'sessions.created_at as started_at',
        'sessions.expires_at',
        'sessions.proven_at',
        'sessions.second_factor as session_second_factor',
        ...ACCOUNT_COLUMNS,
      ])
      .where('sessions.token_hash', '=', tokenHash)
      .executeTakeFirst();
    this.#cache.delete(token);
    if (row === undefined) return null;
    const seenAt = Math.max(row.seen_at, this.#used.get(row.session_id)?.seenAt ?? 0);
    const session = this.#sessionOf(
      {
        id: row.session_id,
        token_hash: tokenHash,
        created_at: row.started_at,
        expires_at: row.expires_at,
        proven_at: row.proven_at,
        second_factor: row.session_second_factor,
      },
      toSessionUser(row),
      seenAt,
    );
    if (!this.#isAlive(session)) {
      // Last use in the future means the clock was set back.
      if (isAhead(seenAt, this.#deps.clock.now()))
        await this.#deps.db.deleteFrom('sessions').where('id', '=', session.id).execute();
      return null;
    }
    if (!passive) this.#touch(session);
    if (before === this.#evictions && this.#deps.bus.healthy) {
      evictOldest(this.#cache, CACHED_MAX);
      this.#cache.set(token, session);
    }
    return session;
  }

  #evict(matches: (session: Session) => boolean): void {
    this.#evictions += 1;
    for (const [token, session] of this.#cache) if (matches(session)) this.#cache.delete(token);
  }
}

export const onlineSessions = (db: Db | Trx, now: number) =>
  db
    .selectFrom('sessions')
    .where('seen_at', '>', now - ONLINE_MS)
    .where('expires_at', '>', now);

/** `+ 0`: else PostgreSQL would scan everyone's latest sessions. */
export const onlineSessionsOf = (db: Db | Trx, userId: RawBuilder<string>, now: number) =>
  db
    .selectFrom('sessions')
    .where('sessions.user_id', '=', userId)
    .where(sql<boolean>`sessions.seen_at + 0 > ${now - ONLINE_MS}`)
    .where(sql<boolean>`sessions.expires_at + 0 > ${now}`);
