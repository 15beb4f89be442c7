import { sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import {
  deleteOtherSecrets,
  type Keys,
  keysFrom,
  loadOrCreateSecret,
  readOldSecret,
  readSecret,
  replaceSecret,
  restoreOldSecret,
} from '../crypto/keys.ts';
import { canOpenSealed, eraseSealed, resealAll } from '../crypto/sealed.ts';
import type { Log } from '../process/log.ts';
import { StartError } from '../process/start-error.ts';
import { changeChainKey, confirmLostKeys, replaceLostChainKey } from './audit-chain/rotation.ts';
import { isPostgres } from './queries.ts';
import type { Db, Trx } from './tables.ts';

type KeyConfig = Pick<Config, 'dataDir' | 'secretKey' | 'secretKeyOld'>;

export interface Rotated {
  readonly sealed: number;
  readonly unreadable: number;
}

interface Settled {
  readonly keys: Keys;
  readonly rotated: Rotated | null;
}

type Step = 'begun' | 'kept aside' | 'replaced' | 'sealed' | 'committed';
type Reached = (step: Step) => void;
const onwards: Reached = () => {};

/** Rotates the key if the database still uses SECRET_KEY_OLD. */
export const resolveServerKey = (db: Db, config: KeyConfig, reached = onwards): Promise<Settled> =>
  db.transaction().execute((trx) => settle(trx, config, reached));

async function settle(trx: Trx, config: KeyConfig, reached: Reached): Promise<Settled> {
  const { dataDir, secretKey, secretKeyOld } = config;
  const stored = await lockedKeyId(trx);
  const old = secretKeyOld === null ? null : keysFrom(secretKeyOld);
  if (secretKey === null && stored !== null && readSecret(dataDir) === null && old === null)
    throw new StartError(
      `SECRET_KEY: is not set, and the database's key is not in ${dataDir}. Set SECRET_KEY, or bring back secret.key. If the key is lost: npm run rotate-key -- --lost`,
    );
  const keys = keysFrom(secretKey ?? loadOrCreateSecret(dataDir));
  if (stored === keys.id) {
    if (secretKey === null) deleteOtherSecrets(dataDir);
    return { keys, rotated: null };
  }
  if (stored === null && (await canOpenSealed(trx, keys)) !== false) {
    await storeKeyId(trx, keys);
    return { keys, rotated: null };
  }
  if (old !== null && (stored === old.id || (stored === null && (await canOpenSealed(trx, old)) === true)))
    return { keys, rotated: await rotate(trx, old, keys, reached) };
  const keptAside = secretKey === null ? readOldSecret(dataDir) : null;
  if (keptAside !== null && keysFrom(keptAside).id === stored) {
    restoreOldSecret(dataDir);
    return { keys: keysFrom(keptAside), rotated: null };
  }
  throw otherKey(config, stored);
}

/** If killed at any point, one of the two key files fits the database. */
export async function rotateServerKey(db: Db, config: KeyConfig, reached = onwards): Promise<Rotated> {
  const rotated = await db.transaction().execute(async (trx) => {
    const { keys } = await settle(trx, config, reached);
    await refuseRunning(trx);
    reached('begun');
    const next = keysFrom(replaceSecret(config.dataDir, () => reached('kept aside')));
    reached('replaced');
    return rotate(trx, keys, next, reached);
  });
  reached('committed');
  deleteOtherSecrets(config.dataDir);
  return rotated;
}

/** Erases what the lost key sealed. Null if the key wasn't lost, and only the audit trail's older lost key was confirmed. */
export const replaceLostKey = (db: Db, { dataDir, secretKey }: KeyConfig): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    const stored = await lockedKeyId(trx);
    const keys = keysFrom(secretKey ?? loadOrCreateSecret(dataDir));
    if (stored === keys.id) {
      await refuseRunning(trx);
      if (await confirmLostKeys(trx, keys, Date.now())) return null;
      throw new StartError("The database's key is here, so nothing is lost. Start the server.");
    }
    await refuseRunning(trx);
    const erased = await eraseSealed(trx);
    if (stored !== null) await replaceLostChainKey(trx, keys, Date.now());
    await storeKeyId(trx, keys);
    return erased;
  });

async function rotate(trx: Trx, from: Keys, to: Keys, reached: Reached): Promise<Rotated> {
  await refuseRunning(trx);
  const counts = await resealAll(trx, from, to);
  await changeChainKey(trx, from, to, Date.now());
  await storeKeyId(trx, to);
  reached('sealed');
  return counts;
}

async function lockedKeyId(trx: Trx): Promise<string | null> {
  const row = await trx
    .selectFrom('server_key')
    .select('key_id')
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return row.key_id;
}

export async function storedKeyId(db: Db | Trx): Promise<string | null> {
  const row = await db.selectFrom('server_key').select('key_id').executeTakeFirst();
  return row?.key_id ?? null;
}

export async function storeKeyId(db: Db | Trx, { id }: Pick<Keys, 'id'>): Promise<void> {
  await db.updateTable('server_key').set({ key_id: id }).execute();
}

/** A running process would go on sealing with the old key. On SQLite, the lock of the data directory prevents it. */
class StillRunning extends StartError {}

/** Advisory lock: each connection shares it, a rotation takes it exclusively. */
const KEY_IN_USE = 1_207_012;

async function refuseRunning(trx: Trx): Promise<void> {
  if (!isPostgres(trx)) return;
  const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(${KEY_IN_USE}) as alone`.execute(trx);
  if (rows[0]?.alone !== true)
    throw new StillRunning(
      'DATABASE_URL: another Gatehouse is running on this database with the old key. Stop all of them, then change the key.',
    );
}

export type HoldKey = (client: pg.ClientBase) => Promise<void>;

export const holdKey =
  (keyId: string): HoldKey =>
  async (client) => {
    await client.query('select pg_advisory_lock_shared($1)', [KEY_IN_USE]);
    const { rows } = await client.query('select key_id from server_key');
    if (rows[0]?.key_id === keyId) return;
    // The SQLSTATE "cannot connect now" makes it an unavailable database.
    throw Object.assign(new Error('The server key was changed. Restart this process with the new key.'), {
      code: '57P03',
    });
  };

const LEAVES_WITHIN_MS = 7_000;
const LOOK_EVERY_MS = 250;

/** Waits for a stopping process, or for its connections to close. */
export async function onceAlone<T>(work: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StillRunning) || waited >= LEAVES_WITHIN_MS) throw error;
      await new Promise((passed) => setTimeout(passed, LOOK_EVERY_MS));
    }
  }
}

export async function resolveServerKeyPatiently(db: Db, config: KeyConfig, log: Log): Promise<Keys> {
  const { keys, rotated } = await onceAlone(() => resolveServerKey(db, config));
  if (rotated !== null) log.info(rotated, 'the server key was changed, everything is sealed with the new one');
  return keys;
}

function otherKey({ dataDir, secretKey, secretKeyOld }: KeyConfig, stored: string | null): StartError {
  const used = 'the key this database uses';
  if (secretKeyOld !== null) return new StartError(`SECRET_KEY_OLD: is not ${used}, and the new key is not either.`);
  const change = 'or, to change the key, set SECRET_KEY_OLD to it as well';
  if (secretKey === null)
    return new StartError(`DATA_DIR: secret.key in ${dataDir} is not ${used}. Bring that one back, ${change}.`);
  const kept = readSecret(dataDir);
  return new StartError(
    kept !== null && keysFrom(kept).id === stored
      ? `SECRET_KEY: is not ${used}; that key is secret.key in ${dataDir}. Unset SECRET_KEY, ${change}.`
      : `SECRET_KEY: is not ${used}. Set that one, ${change}.`,
  );
}
