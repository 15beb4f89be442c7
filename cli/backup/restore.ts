import type { Config } from '../../server/config.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { MIGRATIONS } from '../../server/db/migrate.ts';
import { makeDataDir } from '../../server/db/sqlite.ts';
import type { Log } from '../../server/process/log.ts';
import { StartError } from '../../server/process/start-error.ts';
import { refuseOtherFiles, writeFiles } from './files.ts';
import { type Header, UNSIGNED_VERSION } from './format.ts';
import { type Beginning, readBackup, secretIn } from './read.ts';
import { intoSqlite } from './restore-sqlite.ts';
import { type Fill, restoredPlace } from './restore-target.ts';

interface RestoreOptions {
  readonly unsigned: boolean;
  readonly signal?: AbortSignal;
}

/** All or nothing. Reads the file twice: to verify it, then to restore it. */
export async function restoreBackup(config: Config, file: string, log: Log, options: RestoreOptions) {
  const { signal } = options;
  const begin = (beginning: Beginning) => {
    const { header } = beginning;
    refuseNewer(header, file);
    refuseUnproven(config, beginning, file, options);
    refuseOtherKey(config, secretIn(beginning), header);
  };
  await readBackup(file, config, { begin }, signal);
  makeDataDir(config.dataDir);
  const fill: Fill<Awaited<ReturnType<typeof readBackup>>> = async (target) => {
    const place = restoredPlace(target, file);
    const receiver = {
      async begin(beginning: Beginning) {
        begin(beginning);
        refuseOtherFiles(config, beginning.files);
        await place.prepare(beginning.header);
      },
      insert: place.insert,
    };
    const restored = await readBackup(file, config, receiver, signal);
    await place.complete(restored.header);
    writeFiles(config, restored.files);
    return restored;
  };
  if (config.databaseUrl === null) return intoSqlite(config.dataDir, fill);
  const { intoPostgres } = await import('./restore-postgres.ts');
  return intoPostgres(config.databaseUrl, log, fill);
}

/** Otherwise an attacker could replace a backup by one with a weaker proof. */
function refuseUnproven(
  { backupKey }: Config,
  { header, isEncrypted }: Beginning,
  file: string,
  { unsigned }: RestoreOptions,
): void {
  if (backupKey !== null && !isEncrypted)
    throw new StartError(
      `BACKUP_KEY: is set, but ${file} is not encrypted. If it was made before you had a BACKUP_KEY, unset BACKUP_KEY for this restore.`,
    );
  if (header.version === UNSIGNED_VERSION && !unsigned)
    throw new StartError(
      `${file} has no keyed checksum: an older version made it, or it was tampered with. If you trust it, add --unsigned.`,
    );
}

function refuseNewer({ migrations, product }: Header, file: string): void {
  if (migrations.some((name, at) => name !== MIGRATIONS[at]))
    throw new StartError(
      `${file} was made by a newer version of Gatehouse (${product}). Restore it with that version.`,
    );
}

const SECRET_LENGTH = 32;

function refuseOtherKey({ secretKey }: Config, carried: string | undefined, header: Header): void {
  const secret = secretKey ?? carried;
  if (secret === undefined)
    throw new StartError('SECRET_KEY: this backup was made with a key from the environment. Set the same key.');
  if (secretKey === null && secret.length < SECRET_LENGTH)
    throw new StartError('The key in this backup is too short. Use another backup.');
  if (keysFrom(secret).id !== header.keyId)
    throw new StartError(
      carried === undefined
        ? 'SECRET_KEY: is not the key this backup was made with. Set that key.'
        : 'SECRET_KEY: is not the key this backup was made with. Unset it: the backup has its own key.',
    );
}
