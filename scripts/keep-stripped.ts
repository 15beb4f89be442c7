import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes V8's code from a compile cache and keeps the sources without their types, which take most of the memory to make:
 * that code differs from run to run, and an image is to have the same bytes each time.
 */
const [, , dir = ''] = process.argv;
/** Node's header of an entry. */
const HEADER_BYTES = 20;
/** How V8's code begins, without its version. */
const V8 = 0xc0de;

for (const name of globSync('*/*', { cwd: dir })) {
  const file = join(dir, name);
  const contents = readFileSync(file);
  if (contents.length >= HEADER_BYTES + 4 && contents.readUInt32LE(HEADER_BYTES) >>> 16 === V8) rmSync(file);
}
