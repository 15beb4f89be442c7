import { existsSync } from 'node:fs';
import type { Config } from '../server/config.ts';
import { type Keys, keysFrom, readOldSecret, readSecret } from '../server/crypto/keys.ts';
import { canOpenSealed } from '../server/crypto/sealed.ts';
import { setAuditKey } from '../server/db/audit-chain/entry-macs.ts';
import type { Database } from '../server/db/database.ts';
import { appliedMigrations, MIGRATIONS } from '../server/db/migrate.ts';
import { holdKey, storedKeyId } from '../server/db/server-key.ts';
import { connectSqlite, openSqliteReadOnly, sqliteFile } from '../server/db/sqlite.ts';
import type { Db, Trx } from '../server/db/tables.ts';
import type { Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';

export type CommandDatabase = Awaited<ReturnType<typeof openCommandDatabase>>;

/** Opens the database whether or not the server runs; runs no migration. */
export async function openCommandDatabase(config: Config, log: Log) {
  const { migrations, secret, keys, keyId } = await withDatabase(config, log, async ({ db }) => {
    const { migrations, keyId } = await whatIsThere(config, db);
    return { migrations, keyId, ...(await fittingKey(config, db, keyId)) };
  });
  const opened = await open(config, log, keyId ?? undefined);
  if (migrations.length === MIGRATIONS.length) setAuditKey(opened.db, keys);
  return { ...opened, migrations, secret, keys, keyId, close: () => opened.db.destroy() };
}

const WITH_KEY_ID = '009-server-key';

async function whatIsThere(config: Config, db: Db | Trx) {
  const migrations = await knownMigrations(config, db);
  return { migrations, keyId: migrations.includes(WITH_KEY_ID) ? await storedKeyId(db) : null };
}

/** Read-only, and creates no files. */
export async function readUntouched<T>(
  config: Config,
  log: Log,
  work: (db: Db, migrations: readonly string[], keyId: string | null) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config;
  const file = sqliteFile(dataDir);
  if (databaseUrl === null && !existsSync(file)) throw nothingThere(config);
  const db = databaseUrl === null ? openSqliteReadOnly(file) : await openPostgresReadOnly(databaseUrl, log);
  try {
    const { migrations, keyId } = await whatIsThere(config, db);
    return await work(db, migrations, keyId);
  } finally {
    await db.destroy();
  }
}

async function openPostgresReadOnly(url: string, log: Log): Promise<Db> {
  const { openPostgresPatiently } = await import('../server/db/postgres.ts');
  const { db } = await openPostgresPatiently(url, log, async (client) => {
    await client.query('set default_transaction_read_only = on');
  });
  return db;
}

/** Doesn't check the server key: for changing it. */
export const withCurrentDatabase = <T>(config: Config, log: Log, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase(config, log, async ({ db }) => {
    refuseOlder(await knownMigrations(config, db));
    return work(db);
  });

export function refuseOlder(migrations: readonly string[]): void {
  if (migrations.length < MIGRATIONS.length)
    throw new StartError('The server was last started with an older version. Start it with this version first.');
}

const place = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null ? `DATA_DIR: ${dataDir}` : 'DATABASE_URL: the database';

const nothingThere = (config: Config) =>
  new StartError(`${place(config)} holds no Gatehouse data yet. Use the server's environment, or start it once.`);

async function knownMigrations(config: Config, db: Db | Trx): Promise<string[]> {
  const migrations = await appliedMigrations(db);
  if (migrations.length === 0) throw nothingThere(config);
  const unknown = migrations.find((name) => !MIGRATIONS.includes(name));
  if (unknown !== undefined)
    throw new StartError(
      `${place(config)} was used by a newer version of Gatehouse ("${unknown}"). Use that version, or restore the backup from before.`,
    );
  return migrations;
}

type Opened = Pick<Database, 'db' | 'pool' | 'hold'>;

async function open(config: Config, log: Log, keyId?: string): Promise<Opened> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const { openPostgresPatiently } = await import('../server/db/postgres.ts');
    const hold = keyId === undefined ? null : holdKey(keyId);
    return { ...(await openPostgresPatiently(databaseUrl, log, hold ?? undefined)), hold };
  }
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) throw nothingThere(config);
  return { db: connectSqlite(file, keyId), pool: null, hold: null };
}

async function withDatabase<T>(config: Config, log: Log, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await open(config, log);
  try {
    return await work(opened);
  } finally {
    await opened.db.destroy();
  }
}

/** Never creates a key: the server couldn't decrypt what the command encrypts. */
export async function fittingKey(
  { secretKey, dataDir }: Config,
  db: Db | Trx,
  keyId: string | null,
): Promise<{ secret: string; keys: Keys }> {
  const secrets = secretKey === null ? [readSecret(dataDir), readOldSecret(dataDir)] : [secretKey];
  const [first, ...more] = secrets
    .filter((secret) => secret !== null)
    .map((secret) => ({ secret, keys: keysFrom(secret) }));
  if (first === undefined)
    throw new StartError(
      `SECRET_KEY: is not set, and ${dataDir} holds no key. Run the command with the server's environment.`,
    );
  // SECRET_KEY may be missing in this shell, with an old key file still in the data directory.
  const fitting =
    keyId === null
      ? (await canOpenSealed(db, first.keys)) !== false && first
      : [first, ...more].find(({ keys }) => keys.id === keyId);
  if (!fitting)
    throw new StartError("SECRET_KEY: is not the key the server uses. Run the command with the server's environment.");
  return fitting;
}
