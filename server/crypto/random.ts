import { randomFillSync } from 'node:crypto';

/** Draw random bytes in batches: many small draws are slow. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Use the result at once: later calls overwrite it. */
export function pooledRandomBytes(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const piece = pool.subarray(used, used + length);
  used += length;
  return piece;
}
