import { randomBytes } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';

const NONCE_BYTES = 18;

export const newNonce = () => randomBytes(NONCE_BYTES).toString('base64');

/** Placeholder until the page is answered. Random per process, so that no text contains it, and as long as a nonce. */
export const NONCE = newNonce();

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Header of a stored (uncompressed) deflate block: its length and the complement. */
const STORED = Buffer.from([0, NONCE.length, 0, 0xff - NONCE.length, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Answers differ only in the nonce, so the rest is compressed once. Figure: cost, guest page. */
export function gzippedOnce(html: string): (nonce: string) => Buffer {
  const parts = html.split(NONCE).map((text) => Buffer.from(text));
  const packed = parts.map((part) => deflateRawSync(part, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }));
  const between = (all: readonly Buffer[], inserted: readonly Buffer[]) =>
    all.flatMap((part, index) => (index === 0 ? [part] : [...inserted, part]));

  return (nonce) => {
    const inserted = Buffer.from(nonce);
    const plain = between(parts, [inserted]);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(plain.reduce((sum, part) => crc32(part, sum), 0));
    trailer.writeUInt32LE(
      plain.reduce((sum, part) => sum + part.length, 0),
      4,
    );
    return Buffer.concat([GZIP_HEADER, ...between(packed, [STORED, inserted]), LAST_BLOCK, trailer]);
  };
}
