import { randomFillSync } from 'node:crypto';

/** Random bytes are cheap by the kilobyte and dear by the dozen. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** A UUID of version 7: unguessable enough for an id, and new rows land together in the index. */
export function newId(now: number): string {
  if (used + 16 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
