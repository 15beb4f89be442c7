import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../server/config.ts';
import { SECRET_FILE } from '../../server/crypto/keys.ts';
import { LOGO_FILES } from '../../server/features/boot/logo.ts';
import { renameDurably } from '../../server/process/durable.ts';
import { StartError } from '../../server/process/start-error.ts';
import { parseJson } from '../../server/text/json.ts';

const FILE_BYTES_A_ROW = 48 * 1024;

export const CARRIED_FILES: readonly string[] = [SECRET_FILE, ...LOGO_FILES];

const FILE_MAX_BYTES = 64 * 1024 * 1024;

interface CarriedFile {
  readonly name: string;
  readonly contents: Buffer;
}

/** Without its key nothing sealed can be opened. A key from the environment is not copied. */
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

const FileRow = z.tuple([z.string()]);

export function restoredFiles({ dataDir, secretKey }: Config, backup: string) {
  const files = new Map<string, Buffer>();
  const targets = () =>
    [...files]
      .filter(([name]) => name !== SECRET_FILE || secretKey === null)
      .map(([name, contents]) => ({ name, contents, path: join(dataDir, name) }));
  return {
    add(name: string, rows: readonly string[]): void {
      const chunks = rows.map((row) => Buffer.from(parseJson(FileRow, row)?.[0] ?? '', 'base64'));
      const contents = Buffer.concat([files.get(name) ?? Buffer.alloc(0), ...chunks]);
      if (contents.length > FILE_MAX_BYTES) throw new StartError(`${backup} is refused: "${name}" in it is too large.`);
      files.set(name, contents);
    },

    secret: () => files.get(SECRET_FILE)?.toString('utf8').trim(),

    /** An existing file must be identical, left by an earlier attempt. */
    refuseOthers(): void {
      for (const { path, contents } of targets()) {
        if (existsSync(path) && !readFileSync(path).equals(contents))
          throw new StartError(`DATA_DIR: ${path} is another one than in the backup. Restore into an empty place.`);
      }
    },

    write(): void {
      for (const { name, path, contents } of targets()) {
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
    },
  };
}
