import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../server/config.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { MIGRATIONS } from '../../server/db/migrate.ts';
import { makeDataDir } from '../../server/db/sqlite.ts';
import type { Log } from '../../server/process/log.ts';
import { StartError } from '../../server/process/start-error.ts';
import { checkBackup } from './check.ts';
import { restoredFiles } from './files.ts';
import { type Header, tableRows, UNSIGNED_VERSION } from './format.ts';
import { readBackup } from './read.ts';
import { intoSqlite } from './restore-sqlite.ts';
import { type Fill, prepareTarget } from './restore-target.ts';

interface Restored {
  readonly header: Header;
  readonly rows: number;
}

interface RestoreOptions {
  readonly unsigned: boolean;
}

/** All or nothing, into an empty place. Reads the file twice: first to verify it all, then to use it. */
export async function restoreBackup(
  config: Config,
  file: string,
  log: Log,
  options: RestoreOptions,
): Promise<Restored> {
  const { header, sums } = await checkBackup(file, config, ({ header, isEncrypted, secret }) => {
    refuseNewer(header, file);
    refuseUnproven(config, header, isEncrypted, file, options);
    refuseOtherKey(config, secret, header);
  });
  makeDataDir(config.dataDir);
  const fill: Fill<Restored> = async (target) => {
    const files = restoredFiles(config, file);
    let prepared: Awaited<ReturnType<typeof prepareTarget>> | null = null;
    for await (const part of readBackup(file, config.backupKey)) {
      if (part.kind === 'header') continue;
      if (part.kind === 'file') {
        files.add(part.name, part.rows);
        continue;
      }
      if (prepared === null) {
        files.refuseOthers();
        prepared = await prepareTarget(target, header, file);
      }
      if (part.kind === 'table') await prepared.insert(part.table, part.rows);
      else {
        if (!isDeepStrictEqual(part.sums, sums))
          throw new StartError(`${file} was changed while it was read. Try again.`);
        await prepared.complete();
        files.write();
        return { header, rows: tableRows(sums) };
      }
    }
    throw new Error('A backup without an end was accepted.');
  };
  if (config.databaseUrl === null) return intoSqlite(config.dataDir, fill);
  const { intoPostgres } = await import('./restore-postgres.ts');
  return intoPostgres(config.databaseUrl, log, fill);
}

/** An attacker who can replace a backup must not choose the weaker proof. */
function refuseUnproven(
  { backupKey }: Config,
  { version }: Header,
  isEncrypted: boolean,
  file: string,
  { unsigned }: RestoreOptions,
): void {
  if (backupKey !== null && !isEncrypted)
    throw new StartError(
      `BACKUP_KEY: is set, but ${file} is not encrypted. If it was made before there was a BACKUP_KEY, leave it out.`,
    );
  if (version === UNSIGNED_VERSION && !unsigned)
    throw new StartError(
      `${file} has no keyed sum: an older version made it, or somebody changed it. If you trust it, add --unsigned.`,
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
    throw new StartError('SECRET_KEY: this backup was made with a key of the environment. Set the same one.');
  if (secretKey === null && secret.length < SECRET_LENGTH)
    throw new StartError('The key in this backup is too short to be one. Use another backup.');
  if (keysFrom(secret).id !== header.keyId)
    throw new StartError(
      carried === undefined
        ? 'SECRET_KEY: is not the key that this backup was made with. Set the same one.'
        : 'SECRET_KEY: is not the key that this backup was made with. Leave it out: the backup brings its own.',
    );
}
