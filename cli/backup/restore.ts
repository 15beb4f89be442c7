import type { Config } from '../../server/config.ts';
import { MIGRATIONS } from '../../server/db/migrate.ts';
import { makeDataDir } from '../../server/db/sqlite.ts';
import { keysFrom } from '../../server/keys.ts';
import type { Log } from '../../server/log.ts';
import { StartError } from '../../server/start-error.ts';
import { restoredFiles } from './files.ts';
import { type Header, keyId, tableRows } from './format.ts';
import { readBackup } from './read.ts';
import { intoSqlite } from './restore-sqlite.ts';
import { type Fill, prepareTarget } from './restore-target.ts';

interface Restored {
  readonly header: Header;
  readonly rows: number;
}

/** All of it into an empty place, or nothing: the sums are checked before anything is there to be seen. */
export async function restoreBackup(config: Config, file: string, log: Log): Promise<Restored> {
  makeDataDir(config.dataDir);
  const fill: Fill<Restored> = async (target) => {
    const files = restoredFiles(config, file);
    let header: Header | null = null;
    let prepared: Awaited<ReturnType<typeof prepareTarget>> | null = null;
    for await (const part of readBackup(file)) {
      if (part.kind === 'header') {
        refuseNewer(part.header, file);
        header = part.header;
      } else if (part.kind === 'file') files.add(part.name, part.rows);
      else if (header === null) throw new Error('A backup without a header was accepted.');
      else {
        // Before the first row: nobody should wait for a million of them to be told that the key is wrong.
        if (prepared === null) {
          refuseOtherKey(config, files.secret(), header);
          files.refuseOthers();
          prepared = await prepareTarget(target, header);
        }
        if (part.kind === 'table') await prepared.insert(part.table, part.rows);
        else {
          await prepared.complete();
          files.write();
          return { header, rows: tableRows(part.sums) };
        }
      }
    }
    throw new Error('A backup without an end was accepted.');
  };
  if (config.databaseUrl === null) return intoSqlite(config.dataDir, fill);
  const { intoPostgres } = await import('./restore-postgres.ts');
  return intoPostgres(config.databaseUrl, log, fill);
}

function refuseNewer({ migrations, product }: Header, file: string): void {
  if (migrations.some((name, at) => name !== MIGRATIONS[at]))
    throw new StartError(
      `${file} was made by a newer version of Gatehouse (${product}). Restore it with that version.`,
    );
}

function refuseOtherKey({ secretKey }: Config, carried: string | undefined, header: Header): void {
  const secret = secretKey ?? carried;
  if (secret === undefined)
    throw new StartError('SECRET_KEY: this backup was made with a key of the environment. Set the same one.');
  if (keyId(keysFrom(secret)) !== header.keyId)
    throw new StartError(
      carried === undefined
        ? 'SECRET_KEY: is not the key that this backup was made with. Set the same one.'
        : 'SECRET_KEY: is not the key that this backup was made with. Leave it out: the backup brings its own.',
    );
}
