import { isOfAddresses, KEYS_MAX, type Scope } from '../../contract/programs/keys.rules.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isSameSecret } from '../crypto/constant-time.ts';
import { isPostgres } from '../db/queries.ts';
import type { Db, Trx } from '../db/tables.ts';
import { HttpError, keyNotAllowed, keyRefused, tooManyRequests } from '../errors.ts';
import { LIMITS } from '../limits/limits.ts';
import { MemoryCounts } from '../limits/memory-counts.ts';
import { ALL_IDS, type Bus } from '../live/bus.ts';
import { Replica } from '../live/replica.ts';
import type { Log } from '../process/log.ts';
import { addressesIn, blockList, detachedCopy, networkOf, parseNetwork } from '../visitor/address.ts';
import { KEY_PREFIX, type KeyParts, parseKey } from './key-text.ts';
import { ACCOUNT_COLUMNS, demandsSecondFactor, type Session, toSessionUser } from './sessions.ts';

const FLUSH_EVERY_MS = 60_000;
const SCHEME = 'bearer ';

const START = `${SCHEME}${KEY_PREFIX}`;

/** Other bearer tokens may belong to a proxy in front of us. */
export const carriesKey = (authorization: string | undefined): authorization is string =>
  authorization?.slice(0, START.length).toLowerCase() === START;

interface KeyRequest {
  readonly authorization: string;
  readonly ipAddress: string;
  /** The scope that the route asks for; without one, API keys can't use it. */
  readonly scope: Scope | undefined;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly secretHash: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
  readonly inForceAt: number;
  isAllowedFrom(address: string): boolean;
  /** Routes see the key's maker as the signed-in user, without step-up. */
  readonly session: Session;
  /** Locks account, then key (the order of `Sessions`). Null if the key no longer has the scope. */
  lockAndRead(db: Db | Trx, scope: Scope): Promise<Session | null>;
}

const keysWithMakers = (db: Db | Trx) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.name as key_name',
      'api_keys.secret_hash',
      'api_keys.scopes',
      'api_keys.networks',
      'api_keys.created_at as made_at',
      'api_keys.expires_at',
      'api_keys.in_force_at',
      ...ACCOUNT_COLUMNS,
    ]);
type KeyWithMaker = Awaited<ReturnType<ReturnType<typeof keysWithMakers>['executeTakeFirstOrThrow']>>;

function isAllowedFrom(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  return addressesIn(blockList(networks.map(parseNetwork).filter((network) => network !== null)));
}

interface ApiKeysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly config: Pick<Config, 'requireMfa' | 'apiKeys'>;
}

/** All keys are in memory, so a wrong one costs no query. Decision 81. */
export class ApiKeys {
  readonly #deps: ApiKeysDeps;
  readonly #replica: Replica;
  #keys: ReadonlyMap<string, ApiKey> = new Map();
  /** By the whole key, to avoid hashing. */
  readonly #recognised = new Map<string, ApiKey>();
  readonly #used = new Map<string, number>();
  readonly #requests = new MemoryCounts(KEYS_MAX);
  readonly #wrong = new MemoryCounts(LIMITS.wrongApiKeys.kept.keys);
  /** Changes announced but not loaded yet. */
  #behind = 0;

  constructor(deps: ApiKeysDeps) {
    this.#deps = deps;
    const { bus } = deps;
    const load = () => this.load();
    this.#replica = new Replica({
      ...deps,
      what: 'API keys',
      topic: 'api-keys-changed',
      load,
      upkeep: { everyMs: FLUSH_EVERY_MS, run: () => this.#flush() },
    });
    bus.subscribe('api-keys-changed', () => this.#await(this.#replica.caughtUp()));
    bus.subscribe('user-changed', (userId) => {
      const isMaker = ({ session }: ApiKey) => session.user.id === userId;
      if (userId === ALL_IDS || [...this.#keys.values()].some(isMaker)) this.#await(this.#replica.read(load));
    });
  }

  async load(): Promise<void> {
    const rows = await keysWithMakers(this.#deps.db).execute();
    this.#keys = new Map(rows.map((row) => [row.key_id, this.#keyOf(row)]));
    this.#recognised.clear();
  }

  /** Synchronous if the cache can be trusted. */
  find(request: KeyRequest): ApiKey | HttpError | Promise<ApiKey | HttpError> {
    if (!this.#deps.config.apiKeys) return keyRefused('API keys are switched off on this server.');
    const text = request.authorization.slice(SCHEME.length);
    const isCurrent = this.#replica.trusted && this.#behind === 0;
    const recognised = isCurrent ? this.#recognised.get(text) : undefined;
    if (recognised !== undefined) return this.#admit(recognised, request);
    const parts = parseKey(text);
    if (parts === null) return this.#refuse(request);
    // Bounds the queries by guessers while the cache can't be trusted.
    if (!isCurrent && !this.#keys.has(parts.id) && this.#guessesTooMuch(request)) return this.#refuse(request);
    if (!isCurrent) return this.#read(parts.id).then((key) => this.#check(key, parts, request));
    const found = this.#check(this.#keys.get(parts.id), parts, request);
    if (!(found instanceof HttpError)) this.#recognised.set(detachedCopy(text), found);
    return found;
  }

  usedAt(id: string, written: number | null): number | null {
    const used = Math.max(written ?? 0, this.#used.get(id) ?? 0);
    return used === 0 ? null : used;
  }

  async changed(trx: Trx): Promise<void> {
    await this.#replica.changed(trx, ALL_IDS);
  }

  close(): Promise<void> {
    return this.#replica.close();
  }

  #await(step: Promise<void>): void {
    this.#behind += 1;
    void step.then(() => {
      this.#behind -= 1;
    });
  }

  async #read(id: string): Promise<ApiKey | undefined> {
    const row = await keysWithMakers(this.#deps.db).where('api_keys.id', '=', id).executeTakeFirst();
    return row && this.#keyOf(row);
  }

  #check(key: ApiKey | undefined, { secretHash }: KeyParts, request: KeyRequest): ApiKey | HttpError {
    if (key === undefined || !isSameSecret(secretHash, key.secretHash)) return this.#refuse(request);
    return this.#admit(key, request);
  }

  #guessesTooMuch({ ipAddress }: KeyRequest): boolean {
    return this.#wrong.wait(networkOf(ipAddress), LIMITS.wrongApiKeys, this.#deps.clock.now()) > 0;
  }

  #refuse({ ipAddress }: KeyRequest): HttpError {
    const ms = this.#wrong.take(networkOf(ipAddress), LIMITS.wrongApiKeys, this.#deps.clock.now());
    return ms > 0 ? tooManyRequests(Math.ceil(ms / 1000)) : keyRefused('This API key is wrong or has ended.');
  }

  #admit(key: ApiKey, { ipAddress, scope }: KeyRequest): ApiKey | HttpError {
    const now = this.#deps.clock.now();
    if (now >= key.expiresAt) return keyRefused('This API key has expired.');
    if (key.session.user.status !== 'active') return keyRefused('The account that made this API key is not active.');
    if (!key.isAllowedFrom(ipAddress)) return keyRefused('This API key does not work from your network.');
    const ms = this.#requests.take(key.id, LIMITS.apiKeyRequests, now);
    if (ms > 0) return tooManyRequests(Math.ceil(ms / 1000));
    if (scope === undefined) return keyNotAllowed('API keys can’t be used here.');
    if (!key.scopes.includes(scope)) return keyNotAllowed(`This API key does not have the scope ${scope}.`);
    if (!isOpen(key, scope, now))
      return keyNotAllowed(`Another admin has to confirm this API key before it opens ${scope}.`);
    this.#used.set(key.id, now);
    return key;
  }

  #keyOf(row: KeyWithMaker): ApiKey {
    const user = toSessionUser(row);
    const key: ApiKey = {
      id: row.key_id,
      name: row.key_name,
      secretHash: row.secret_hash,
      scopes: JSON.parse(row.scopes),
      expiresAt: row.expires_at,
      inForceAt: row.in_force_at,
      isAllowedFrom: isAllowedFrom(JSON.parse(row.networks)),
      session: {
        id: `key:${row.key_id}`,
        tokenHash: '',
        user,
        startedAt: row.made_at,
        expiresAt: row.expires_at,
        provenAt: 0,
        withSecondFactor: false,
        missesSecondFactor: demandsSecondFactor(this.#deps.config, user.role) && !user.secondFactor,
        seenAt: row.made_at,
        askedAt: row.made_at,
      },
      lockAndRead: (db, scope) => this.#lockAndRead(db, key, scope),
    };
    return key;
  }

  async #lockAndRead(db: Db | Trx, { id, secretHash, session }: ApiKey, scope: Scope): Promise<Session | null> {
    if (db.isTransaction && isPostgres(db)) {
      await db.selectFrom('users').select('id').where('id', '=', session.user.id).forNoKeyUpdate().execute();
      await db.selectFrom('api_keys').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    }
    const row = await keysWithMakers(db).where('api_keys.id', '=', id).executeTakeFirst();
    if (row === undefined || row.secret_hash !== secretHash || row.status !== 'active') return null;
    const current = this.#keyOf(row);
    const now = this.#deps.clock.now();
    const isLive = now < current.expiresAt && current.scopes.includes(scope) && isOpen(current, scope, now);
    return isLive ? current.session : null;
  }

  async #flush(): Promise<void> {
    const { db } = this.#deps;
    for (const [id, at] of this.#used) {
      await db
        .updateTable('api_keys')
        .set({ used_at: at })
        .where('id', '=', id)
        .where((where) => where.or([where('used_at', 'is', null), where('used_at', '<', at)]))
        .execute();
      if (this.#used.get(id) === at) this.#used.delete(id);
    }
  }
}

const isOpen = ({ inForceAt }: ApiKey, scope: Scope, now: number) => !isOfAddresses(scope) || now >= inForceAt;
