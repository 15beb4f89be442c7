import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../server/config.ts';
import { MIGRATIONS } from '../../server/db/migrate.ts';
import { makeDataDir } from '../../server/db/sqlite.ts';
import { LOGO_FILES } from '../../server/features/portal/logo.ts';
import { keysFrom, SECRET_FILE } from '../../server/keys.ts';
import type { Log } from '../../server/log.ts';
import { StartError } from '../../server/start-error.ts';
import { type Header, keyId, tableRows } from './format.ts';
import { readBackup } from './read.ts';
import { renameForGood } from './rename.ts';
import { intoSqlite } from './restore-sqlite.ts';
import type { Fill } from './target.ts';

interface Restored {
  readonly header: Header;
  readonly rows: number;
}

/** All of it into an empty place, or nothing: the sums are checked before anything is there to be seen. */
export async function restoreBackup(config: Config, file: string, log: Log): Promise<Restored> {
  makeDataDir(config.dataDir);
  const fill: Fill<Restored> = async (target) => {
    const place = new Place(config, file);
    let prepared = false;
    for await (const part of readBackup(file)) {
      if (part.kind === 'header') place.fit(part.header);
      else if (part.kind === 'file') place.addTo(part.name, part.rows);
      else {
        // Before the first row: nobody should wait for a million of them to be told that the key is wrong.
        if (!prepared) await target.prepare(place.check());
        prepared = true;
        if (part.kind === 'table') await target.insert(part.table, part.rows);
        else {
          await target.complete();
          place.writeFiles();
          return { header: place.header, rows: tableRows(part.sums) };
        }
      }
    }
    throw new Error('A backup without an end was accepted.');
  };
  if (config.databaseUrl === null) return intoSqlite(config.dataDir, fill);
  const { intoPostgres } = await import('./restore-postgres.ts');
  return intoPostgres(config.databaseUrl, log, fill);
}

/** Everything of a backup but its tables: whether it fits this version and this key, and the files. */
class Place {
  readonly #config: Config;
  readonly #file: string;
  readonly #files = new Map<string, Buffer[]>();
  #header: Header | null = null;

  constructor(config: Config, file: string) {
    this.#config = config;
    this.#file = file;
  }

  get header(): Header {
    if (this.#header === null) throw new Error('A backup without a header was accepted.');
    return this.#header;
  }

  fit(header: Header): void {
    const known = MIGRATIONS.slice(0, header.migrations.length);
    if (header.migrations.some((name, at) => name !== known[at]))
      throw new StartError(
        `${this.#file} was made by a newer version of Gatehouse (${header.product}). Restore it with that version.`,
      );
    this.#header = header;
  }

  addTo(name: string, rows: readonly string[]): void {
    if (name !== SECRET_FILE && !LOGO_FILES.some((logo) => logo === name))
      throw new StartError(`${this.#file} is damaged: it brings a file that does not belong into it.`);
    const chunks = rows.map((row) => Buffer.from((JSON.parse(row) as [string])[0], 'base64'));
    this.#files.set(name, [...(this.#files.get(name) ?? []), ...chunks]);
  }

  /** When the files have been read: whether the key is the right one, and whether the files are in nobody's way. */
  check(): Header {
    const { header } = this;
    const { secretKey } = this.#config;
    const carried = this.#contents(SECRET_FILE)?.toString('utf8').trim();
    const secret = secretKey ?? carried;
    if (secret === undefined)
      throw new StartError('SECRET_KEY: this backup was made with a key of the environment. Set the same one.');
    if (keyId(keysFrom(secret)) !== header.keyId)
      throw new StartError(
        carried === undefined
          ? 'SECRET_KEY: is not the key that this backup was made with. Set the same one.'
          : 'SECRET_KEY: is not the key that this backup was made with. Leave it out: the backup brings its own.',
      );
    for (const [name, path] of this.#targets()) {
      if (existsSync(path) && !readFileSync(path).equals(this.#contents(name) as Buffer))
        throw new StartError(`DATA_DIR: ${path} is another one than in the backup. Restore into an empty place.`);
    }
    return header;
  }

  /** One that is there already is the same: an earlier try brought it, or the place of the backup itself is used again. */
  writeFiles(): void {
    for (const [name, path] of this.#targets()) {
      if (existsSync(path)) continue;
      const draft = `${path}.${process.pid}`;
      const mode = name === SECRET_FILE ? 0o600 : 0o644;
      try {
        writeFileSync(draft, this.#contents(name) as Buffer, { mode, flush: true });
        renameForGood(draft, path);
      } finally {
        rmSync(draft, { force: true });
      }
    }
  }

  #targets(): [name: string, path: string][] {
    const names = [...this.#files.keys()].filter((name) => name !== SECRET_FILE || this.#config.secretKey === null);
    return names.map((name) => [name, join(this.#config.dataDir, name)]);
  }

  #contents(name: string): Buffer | undefined {
    const chunks = this.#files.get(name);
    return chunks === undefined ? undefined : Buffer.concat(chunks);
  }
}
