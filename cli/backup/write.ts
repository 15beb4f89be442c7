import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../../server/config.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { isPostgres } from '../../server/db/queries.ts';
import { storedKeyId } from '../../server/db/server-key.ts';
import type { Db, Trx } from '../../server/db/tables.ts';
import { renameDurably } from '../../server/process/durable.ts';
import { StartError } from '../../server/process/start-error.ts';
import type { CommandDatabase } from '../database.ts';
import { encryptedWith } from './envelope.ts';
import { base64Rows, carriedFiles } from './files.ts';
import { FORMAT, fileSection, type Header, keyedSum, Sums, tableRows, tableSection, VERSION } from './format.ts';
import { CARRIED, CARRIED_ONLY, columnsOfTables } from './tables.ts';

/** Higher levels take several times as long and save little. */
const GZIP_LEVEL = 3;
const ROWS_AT_ONCE = 500;

export async function writeBackup(
  database: CommandDatabase,
  config: Config,
  file: string,
): Promise<{ rows: number; bytes: number }> {
  if (existsSync(file)) throw new StartError(`${file} already exists. Give another name, or delete it first.`);
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    product: manifest.version,
    time: new Date().toISOString(),
    database: database.pool === null ? 'SQLite' : 'PostgreSQL',
    migrations: [...database.migrations],
    keyId: database.keys.id,
  };
  const sums = new Sums();
  const draft = `${file}.${process.pid}.partial`;
  try {
    await inSnapshot(database.db, async (trx) => {
      if (database.keyId !== null && (await storedKeyId(trx)) !== database.keyId)
        throw new StartError('The server key was just changed. Run the command again.');
      const text = Readable.from(contents(trx, header, database, config, sums));
      const gzip = createGzip({ level: GZIP_LEVEL });
      const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
      await (config.backupKey === null
        ? pipeline(text, gzip, output)
        : pipeline(text, gzip, encryptedWith(config.backupKey), output));
    });
    renameDurably(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw cannotBeWritten(file, error);
  }
  return { rows: tableRows(sums.soFar()), bytes: statSync(file).size };
}

const inSnapshot = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

async function* contents(
  trx: Trx,
  header: Header,
  { keys, secret }: CommandDatabase,
  config: Config,
  sums: Sums,
): AsyncGenerator<string> {
  const open = (name: string, first: object) => {
    const line = JSON.stringify(first);
    sums.open(name, line);
    return `${line}\n`;
  };
  const rows = (lines: readonly string[]) => {
    sums.add(lines);
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  };
  yield open('header', header);
  for (const { name, contents } of carriedFiles(config, secret)) {
    yield open(fileSection(name), { file: name });
    yield rows(base64Rows(contents));
  }
  const tables = await columnsOfTables(trx);
  for (const table of CARRIED) {
    const columns = tables.get(table)?.map(({ name }) => name);
    if (columns === undefined) continue;
    yield open(tableSection(table), { table, columns });
    for await (const lines of rowsOf(trx, table, columns, CARRIED_ONLY[table])) yield rows(lines);
  }
  const all = sums.soFar();
  const keyed = keyedSum(config.backupKey === null ? keys : keysFrom(config.backupKey), all);
  yield `${JSON.stringify({ sums: all, keyed })}\n`;
}

async function* rowsOf(
  trx: Trx,
  table: string,
  columns: readonly string[],
  only: RawBuilder<boolean> = sql`1 = 1`,
): AsyncGenerator<string[]> {
  const values = sql.join(columns.map((column) => sql.ref(column)));
  if (isPostgres(trx)) {
    const row = sql`json_build_array(${values})::text as line`;
    await sql`declare backup no scroll cursor for select ${row} from ${sql.table(table)} where ${only}`.execute(trx);
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup`.execute(trx);
      if (rows.length === 0) break;
      yield rows.map(({ line }) => line);
    }
    await sql`close backup`.execute(trx);
    return;
  }
  let after = -1;
  for (;;) {
    const { rows } = await sql<{ line: string; at: number }>`
      select json_array(${values}) as line, rowid as at from ${sql.table(table)}
      where rowid > ${after} and ${only} order by rowid limit ${ROWS_AT_ONCE}`.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.at;
    yield rows.map(({ line }) => line);
  }
}

const FILE_TROUBLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'EEXIST']);

function cannotBeWritten(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return FILE_TROUBLE.has(code) ? new StartError(`${file} cannot be written (${code}).`) : error;
}
