import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Secret scanners recognise a key by prefix and checksum. */
export const KEY_PREFIX = 'gh_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** Padded to the length of the largest number with as many bytes. */
function base62(bytes: Buffer, digits: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let at = 0; at < digits; at += 1) {
    text = DIGITS.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return text;
}

const ID_DIGITS = 11;
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const CONTENT_END = KEY_PREFIX.length + ID_DIGITS + SECRET_DIGITS;
const FORM = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${ID_DIGITS + SECRET_DIGITS + CHECKSUM_DIGITS}}$`);

function checksum(content: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(content));
  return base62(bytes, CHECKSUM_DIGITS);
}

const hashed = (secret: string) => hash('sha256', secret, 'base64url');

export interface KeyParts {
  readonly id: string;
  readonly secretHash: string;
}

export function newKey(): KeyParts & { readonly key: string } {
  const id = base62(randomBytes(8), ID_DIGITS);
  const secret = base62(randomBytes(32), SECRET_DIGITS);
  const content = `${KEY_PREFIX}${id}${secret}`;
  return { id, secretHash: hashed(secret), key: content + checksum(content) };
}

/** Null if it can't be a key of ours, so no query is needed. */
export function parseKey(text: string): KeyParts | null {
  if (!FORM.test(text) || checksum(text.slice(0, CONTENT_END)) !== text.slice(CONTENT_END)) return null;
  const secretAt = KEY_PREFIX.length + ID_DIGITS;
  return { id: text.slice(KEY_PREFIX.length, secretAt), secretHash: hashed(text.slice(secretAt, CONTENT_END)) };
}
