import { pooledRandomBytes } from '../crypto/random.ts';

/** Ids sort by creation even if the clock was set back. */
const COUNTER_MAX = 0xfff;
let lastMs = 0;
let counter = 0;

function tick(now: number): number {
  if (now > lastMs) {
    lastMs = now;
    counter = 0;
  } else if (counter < COUNTER_MAX) {
    counter += 1;
  } else {
    lastMs += 1;
    counter = 0;
  }
  return lastMs;
}

/** UUID version 7, so that new rows are neighbours in the index. */
export function newId(now: number): string {
  const bytes = pooledRandomBytes(16);
  bytes.writeUIntBE(tick(now), 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
