import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { ErasureRow } from '../../db/tables.ts';
import { renameDurably } from '../../process/durable.ts';
import { parseJson } from '../../text/json.ts';

const ERASURE_LIST = 'erasures.list';

const Line = z.object({
  id: z.string(),
  keyId: z.string(),
  sealed: z.string(),
  began_at: z.number(),
  ended_at: z.number(),
});
export type ListedErasure = z.output<typeof Line>;

export const listed = ({ id, sealed, began_at, ended_at }: ErasureRow, keyId: string): ListedErasure | null =>
  sealed === null || ended_at === null ? null : { id, keyId, sealed, began_at, ended_at };

/** A file, so that it survives the restore of an older backup. */
export function readErasureList(directory: string): ListedErasure[] {
  let text: string;
  try {
    text = readFileSync(join(directory, ERASURE_LIST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
  return text.split('\n').flatMap((line) => (line === '' ? [] : (parseJson(Line, line) ?? [])));
}

const linesOf = (erasures: Iterable<ListedErasure>) =>
  [...erasures].map((erasure) => `${JSON.stringify(erasure)}\n`).join('');

/** Merges by id; the new entry wins. */
export function addToErasureList(directory: string, erasures: readonly ListedErasure[]): void {
  const before = readErasureList(directory);
  const all = new Map([...before, ...erasures].map((erasure) => [erasure.id, erasure]));
  const lines = linesOf(all.values());
  if (lines === linesOf(before)) return;
  const file = join(directory, ERASURE_LIST);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, lines, { mode: 0o600, flush: true });
  renameDurably(draft, file);
}

/** Appends without reading the list; readers must expect duplicates. */
export function appendToErasureList(directory: string, erasures: readonly ListedErasure[]): void {
  if (erasures.length === 0) return;
  // Starts on a new line, in case a crash cut off the last one.
  writeFileSync(join(directory, ERASURE_LIST), `\n${linesOf(erasures)}`, { flag: 'a', mode: 0o600, flush: true });
}
