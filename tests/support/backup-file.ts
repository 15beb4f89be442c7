import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { keyedSum, Sums } from '../../cli/backup/format.ts';
import type { Keys } from '../../server/crypto/keys.ts';

/** The lines of an unencrypted backup. */
export const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');

function sectionOf(line: string): string {
  const { file, table } = JSON.parse(line) as { file?: string; table?: string };
  if (file !== undefined) return `file ${file}`;
  return table === undefined ? 'header' : `table ${table}`;
}

/**
 * A backup of these lines, whose last one is replaced by right sums, and a keyed checksum with this key: what an attacker
 * who knows the format would write.
 */
export function summedAnew(lines: readonly string[], keys: Keys | null): Buffer {
  const body = lines.slice(0, -1);
  const sums = new Sums();
  for (const line of body) {
    if (line.startsWith('{')) sums.open(sectionOf(line), line);
    else sums.add([line]);
  }
  const all = sums.soFar();
  const end = { sums: all, ...(keys !== null && { keyed: keyedSum(keys, all) }) };
  return gzipSync(`${[...body, JSON.stringify(end)].join('\n')}\n`);
}

/** The same lines in the previous format. */
export const asUnsigned = ([header, ...lines]: readonly string[]): Buffer =>
  summedAnew([JSON.stringify({ ...JSON.parse(header as string), version: 1 }), ...lines], null);
