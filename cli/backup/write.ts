import { createWriteStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../../server/config.ts';
import type { Trx } from '../../server/db/tables.ts';
import { LOGO_FILES } from '../../server/features/portal/logo.ts';
import { SECRET_FILE } from '../../server/keys.ts';
import { StartError } from '../../server/start-error.ts';
import type { Beside } from '../database.ts';
import { FORMAT, fileSection, type Header, keyId, Sums, tableRows, tableSection, VERSION } from './format.ts';
import { renameForGood } from './rename.ts';
import { columnsOfTables, inSnapshot, rowsOf } from './snapshot.ts';
import { CARRIED, CARRIED_ONLY } from './tables.ts';

/** Most of the size is gone at this level, and the next ones take several times as long. */
const GZIP_LEVEL = 3;
const FILE_BYTES_A_ROW = 48 * 1024;

/** Everything but what `tables.ts` leaves out, as it was at one moment. The file is there when it is complete. */
export async function writeBackup(
  beside: Beside,
  config: Config,
  file: string,
): Promise<{ rows: number; bytes: number }> {
  if (existsSync(file)) throw new StartError(`${file} exists already. Give another name, or delete it first.`);
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    product: manifest.version,
    time: new Date().toISOString(),
    database: beside.pool === null ? 'SQLite' : 'PostgreSQL',
    migrations: [...beside.migrations],
    keyId: keyId(beside.keys),
  };
  const sums = new Sums();
  const draft = `${file}.${process.pid}.partial`;
  try {
    await inSnapshot(beside.db, (trx) =>
      pipeline(
        Readable.from(contents(trx, header, carriedFiles(config), sums)),
        createGzip({ level: GZIP_LEVEL }),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      ),
    );
    renameForGood(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw cannotBeWritten(file, error);
  }
  return { rows: tableRows(sums.end()), bytes: statSync(file).size };
}

/** As text, a few thousand rows at a time. */
async function* contents(trx: Trx, header: Header, files: readonly string[], sums: Sums): AsyncGenerator<string> {
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
  for (const file of files) {
    const name = basename(file);
    yield open(fileSection(name), { file: name });
    yield rows(base64Rows(readFileSync(file)));
  }
  const tables = await columnsOfTables(trx);
  for (const table of CARRIED) {
    const columns = tables.get(table)?.map(({ name }) => name);
    // The server may have been started last with a version that did not have it.
    if (columns === undefined) continue;
    yield open(tableSection(table), { table, columns });
    for await (const lines of rowsOf(trx, table, columns, CARRIED_ONLY[table])) yield rows(lines);
  }
  yield `${JSON.stringify({ sums: sums.end() })}\n`;
}

/** Without its key nobody could open what is sealed; a key of the environment is kept where the environment is. */
function carriedFiles({ dataDir, secretKey }: Config): string[] {
  const names = [...(secretKey === null ? [SECRET_FILE] : []), ...LOGO_FILES];
  return names.map((name) => join(dataDir, name)).filter((file) => existsSync(file));
}

function base64Rows(bytes: Buffer): string[] {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += FILE_BYTES_A_ROW)
    rows.push(JSON.stringify([bytes.toString('base64', at, at + FILE_BYTES_A_ROW)]));
  return rows;
}

const FILE_TROUBLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'EEXIST']);

function cannotBeWritten(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return FILE_TROUBLE.has(code) ? new StartError(`${file} cannot be written (${code}).`) : error;
}
