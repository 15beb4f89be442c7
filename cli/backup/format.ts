/**
 * A backup is gzipped text, one JSON value a line. An object opens a section, arrays are the rows of it:
 *
 *     {"format":"gatehouse-backup","version":1,…}      the header, a section without rows
 *     {"file":"secret.key"}                            a file of the data directory
 *     ["base64…"]
 *     {"table":"users","columns":["id","username",…]}
 *     ["0193…","mira",…]
 *     {"sums":[{"section":"header","rows":0,"sha256":"…"},…]}
 *
 * The last line has a sum for each section, over its lines. Nothing in it depends on the kind of the database.
 */
import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod';
import type { Keys } from '../../server/keys.ts';

export const FORMAT = 'gatehouse-backup';
export const VERSION = 1;

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The version of Gatehouse that made it. */
  product: z.string(),
  time: z.iso.datetime(),
  database: z.enum(['SQLite', 'PostgreSQL']),
  migrations: z.array(z.string()).min(1),
  /** Tells whether a key is the one that things in here are sealed with, and nothing about the key. */
  keyId: z.string(),
});
export type Header = z.output<typeof Header>;

export const FileSection = z.object({ file: z.string() });
export const TableSection = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export type TableSection = z.output<typeof TableSection>;

const Sum = z.object({ section: z.string(), rows: z.number(), sha256: z.string() });
export type Sum = z.output<typeof Sum>;
export const Trailer = z.object({ sums: z.array(Sum) });

/** Adds up what is written or read, section by section. */
export class Sums {
  readonly #done: Sum[] = [];
  #name: string | null = null;
  #rows = 0;
  #hash: Hash = createHash('sha256');

  /** The line that opens a section; the one before it ends. */
  open(name: string, line: string): void {
    this.#end();
    this.#name = name;
    this.#hash.update(`${line}\n`);
  }

  add(lines: readonly string[]): void {
    this.#rows += lines.length;
    if (lines.length > 0) this.#hash.update(`${lines.join('\n')}\n`);
  }

  end(): readonly Sum[] {
    this.#end();
    return this.#done;
  }

  #end(): void {
    if (this.#name !== null)
      this.#done.push({ section: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') });
    this.#name = null;
    this.#rows = 0;
    this.#hash = createHash('sha256');
  }
}

export const fileSection = (name: string) => `file ${name}`;
export const tableSection = (name: string) => `table ${name}`;

/** How many rows of tables these are. */
export const tableRows = (sums: readonly Sum[]) =>
  sums.filter(({ section }) => section.startsWith('table ')).reduce((rows, sum) => rows + sum.rows, 0);

export const keyId = (keys: Keys) => keys.derive('key-id').export().toString('hex').slice(0, 16);
