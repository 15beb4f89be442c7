import { existsSync } from 'node:fs';
import type { Config } from '../server/config.ts';
import type { Database } from '../server/db/database.ts';
import { appliedMigrations, MIGRATIONS } from '../server/db/migrate.ts';
import { connectSqlite, sqliteFile } from '../server/db/sqlite.ts';
import type { Db } from '../server/db/tables.ts';
import { type Keys, keysFrom, readSecret } from '../server/keys.ts';
import type { Log } from '../server/log.ts';
import { opensTemporaryPassword } from '../server/passwords/temporary.ts';
import { StartError } from '../server/start-error.ts';

export type CommandDatabase = Awaited<ReturnType<typeof openCommandDatabase>>;

/**
 * What a command works with: it runs beside the server, or while that is stopped, and changes no tables. The migrations
 * are those that the server has run; all that this version knows, or the first of them.
 */
export async function openCommandDatabase(config: Config, log: Log) {
  const where = config.databaseUrl === null ? `DATA_DIR: ${config.dataDir}` : 'DATABASE_URL: the database';
  const nothingThere = () => new StartError(`${where} holds no Gatehouse yet. Start the server once.`);
  const opened = await open(config, log);
  if (opened === null) throw nothingThere();
  const { db } = opened;
  try {
    const migrations = await appliedMigrations(db);
    if (migrations.length === 0) throw nothingThere();
    const unknown = migrations.find((name) => !MIGRATIONS.includes(name));
    if (unknown !== undefined)
      throw new StartError(`${where} was used by a newer version of Gatehouse ("${unknown}"). Use that version.`);
    const keys = keysFrom(serverSecret(config));
    await refuseWrongKey(db, keys);
    return { ...opened, migrations, keys, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function open({ databaseUrl, dataDir }: Config, log: Log): Promise<Pick<Database, 'db' | 'pool'> | null> {
  if (databaseUrl !== null) {
    const { patientPostgres } = await import('../server/db/postgres.ts');
    return patientPostgres(databaseUrl, log);
  }
  const file = sqliteFile(dataDir);
  return existsSync(file) ? { db: connectSqlite(file), pool: null } : null;
}

/** Never a new one: what a command seals must be opened by the server. */
function serverSecret({ secretKey, dataDir }: Config): string {
  const secret = secretKey ?? readSecret(dataDir);
  if (secret === null)
    throw new StartError(
      `SECRET_KEY: is not set, and ${dataDir} holds no key. Run the command with the environment of the server.`,
    );
  return secret;
}

/**
 * The server's environment is easily forgotten, and an older key may still lie in the data directory. Commands write
 * only passwords of admins, so those of users were sealed by the server.
 */
async function refuseWrongKey(db: Db, keys: Keys): Promise<void> {
  const sealed = await db
    .selectFrom('users')
    .select('temporary_password')
    .where('role', '=', 'user')
    .where('temporary_password', 'is not', null)
    .limit(20)
    .execute();
  const opens = sealed.some(({ temporary_password }) => opensTemporaryPassword(keys, temporary_password as string));
  if (sealed.length > 0 && !opens)
    throw new StartError(
      'SECRET_KEY: is not the key that the server uses. Run the command with the environment of the server.',
    );
}
