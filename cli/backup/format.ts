/**
 * A backup is gzipped text, one JSON value a line. An object opens a section, arrays are its rows:
 *
 *     {"format":"gatehouse-backup","version":2,…}      the header, a section without rows
 *     {"file":"secret.key"}                            a file of the data directory
 *     ["base64…"]
 *     {"table":"users","columns":["id","username",…]}
 *     ["0193…","mira",…]
 *     {"sums":[{"section":"header","rows":0,"sha256":"…"},…],"keyed":"…"}
 *
 * The last line has a checksum for each section and a MAC over those; version 1 had no MAC. With BACKUP_KEY all of this
 * is inside an envelope (`envelope.ts`). Decision 18.
 */
import { createHash, createHmac, type Hash } from 'node:crypto';
import * as z from 'zod';
import type { Keys } from '../../server/crypto/keys.ts';

export const FORMAT = 'gatehouse-backup';
export const VERSION = 2;
export const UNSIGNED_VERSION = 1;

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal([UNSIGNED_VERSION, VERSION]),
  product: z.string(),
  time: z.iso.datetime(),
  database: z.enum(['SQLite', 'PostgreSQL']),
  migrations: z.array(z.string()).min(1),
  keyId: z.string(),
});
export type Header = z.output<typeof Header>;

const FileSection = z.object({ file: z.string() });
const TableSection = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export type TableSection = z.output<typeof TableSection>;

const Sum = z.object({ section: z.string(), rows: z.number(), sha256: z.string() });
export type Sum = z.output<typeof Sum>;
const Trailer = z.object({ sums: z.array(Sum), keyed: z.string().optional() });
export type Trailer = z.output<typeof Trailer>;
export const Opening = z.union([FileSection, TableSection, Trailer]);

export class Sums {
  readonly #sections: { readonly section: string; rows: number; readonly hash: Hash }[] = [];

  open(section: string, line: string): void {
    this.#sections.push({ section, rows: 0, hash: createHash('sha256').update(`${line}\n`) });
  }

  add(lines: readonly string[]): void {
    const current = this.#sections.at(-1);
    if (current === undefined || lines.length === 0) return;
    current.rows += lines.length;
    current.hash.update(`${lines.join('\n')}\n`);
  }

  soFar(): Sum[] {
    return this.#sections.map(({ section, rows, hash }) => ({ section, rows, sha256: hash.copy().digest('hex') }));
  }
}

export const fileSection = (name: string) => `file ${name}`;
export const tableSection = (name: string) => `table ${name}`;

export const tableRows = (sums: readonly Sum[]) =>
  sums.filter(({ section }) => section.startsWith('table ')).reduce((rows, sum) => rows + sum.rows, 0);

export const keyedSum = (keys: Keys, sums: readonly Sum[]) =>
  createHmac('sha256', keys.derive('backup-sum')).update(JSON.stringify(sums)).digest('hex');
