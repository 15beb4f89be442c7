import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../server/config.ts';
import { SECRET_FILE } from '../../server/crypto/keys.ts';
import { LOGO_FILES } from '../../server/features/boot/logo.ts';
import { renameDurably } from '../../server/process/durable.ts';
import { StartError } from '../../server/process/start-error.ts';

const FILE_BYTES_A_ROW = 48 * 1024;

export const CARRIED_FILES: readonly string[] = [SECRET_FILE, ...LOGO_FILES];

interface CarriedFile {
  readonly name: string;
  readonly contents: Buffer;
}

/** Without the server key, encrypted values are lost. A key from the environment is not copied. */
export function carriedFiles({ dataDir, secretKey }: Config, secret: string): CarriedFile[] {
  const logos = LOGO_FILES.map((name) => ({ name, path: join(dataDir, name) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, contents: readFileSync(path) }));
  const key = { name: SECRET_FILE, contents: Buffer.from(`${secret}\n`) };
  return secretKey === null ? [key, ...logos] : logos;
}

export function base64Rows(bytes: Buffer): string[] {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += FILE_BYTES_A_ROW)
    rows.push(JSON.stringify([bytes.toString('base64', at, at + FILE_BYTES_A_ROW)]));
  return rows;
}

type Files = ReadonlyMap<string, Buffer>;

const placed = ({ dataDir, secretKey }: Config, files: Files) =>
  [...files]
    .filter(([name]) => name !== SECRET_FILE || secretKey === null)
    .map(([name, contents]) => ({ name, contents, path: join(dataDir, name) }));

/** Files left by an earlier attempt must be identical. */
export function refuseOtherFiles(config: Config, files: Files): void {
  for (const { path, contents } of placed(config, files)) {
    if (existsSync(path) && !readFileSync(path).equals(contents))
      throw new StartError(`DATA_DIR: ${path} differs from the one in the backup. Restore into an empty directory.`);
  }
}

export function writeFiles(config: Config, files: Files): void {
  for (const { name, path, contents } of placed(config, files)) {
    if (existsSync(path)) continue;
    const draft = `${path}.${process.pid}`;
    const mode = name === SECRET_FILE ? 0o600 : 0o644;
    try {
      writeFileSync(draft, contents, { mode, flush: true });
      renameDurably(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  }
}
