import { randomFillSync } from 'node:crypto';

/** Random bytes are cheap by the kilobyte and dear by the dozen. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** For what becomes a text or part of one at once: later calls write over it. */
export function randomPiece(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const piece = pool.subarray(used, used + length);
  used += length;
  return piece;
}
