/**
 * BACKUP_KEY wraps a backup: a marker line, a salt, the key id for that salt, then chunks of authenticated encryption. A
 * chunk's nonce is its number and whether it is the last, so none can be dropped, moved, added or truncated.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../../server/process/start-error.ts';

const FIRST_LINE = Buffer.from('gatehouse-backup encrypted 1\n');
const SALT_BYTES = 32;
const ID_BYTES = 8;
const HEAD_BYTES = FIRST_LINE.length + SALT_BYTES + ID_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

const ALGORITHM = 'aes-256-gcm';

function keyFor(backupKey: string, salt: Buffer) {
  const derived = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', backupKey, salt, purpose, bytes));
  return { key: createSecretKey(derived('backup-envelope', 32)), id: derived('backup-key-id', ID_BYTES) };
}

function nonce(chunk: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(chunk));
  bytes.writeUInt8(isLast ? 1 : 0, 11);
  return bytes;
}

export const encryptedWith = (backupKey: string) =>
  async function* (plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES);
    const { key, id } = keyFor(backupKey, salt);
    let chunk = 0;
    const seal = (bytes: Buffer, isLast: boolean) => {
      const cipher = createCipheriv(ALGORITHM, key, nonce(chunk, isLast));
      chunk += 1;
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    };
    yield Buffer.concat([FIRST_LINE, salt, id]);
    for await (const { bytes, isLast } of inChunks(plain, CHUNK_BYTES)) yield seal(bytes, isLast);
  };

export async function unwrapped(
  bytes: AsyncIterable<Buffer>,
  file: string,
  backupKey: string | null,
): Promise<{ isEncrypted: boolean; contents: AsyncIterable<Buffer> }> {
  const { head, rest } = await split(bytes, HEAD_BYTES);
  if (!head.subarray(0, FIRST_LINE.length).equals(FIRST_LINE))
    return { isEncrypted: false, contents: withHead(head, rest) };
  if (backupKey === null)
    throw new StartError(`BACKUP_KEY: is not set, but ${file} is encrypted. Set the key it was made with.`);
  if (head.length < HEAD_BYTES) throw damaged(file);
  const salt = head.subarray(FIRST_LINE.length, FIRST_LINE.length + SALT_BYTES);
  const { key, id } = keyFor(backupKey, salt);
  if (!head.subarray(-ID_BYTES).equals(id))
    throw new StartError(`BACKUP_KEY: is not the key ${file} was encrypted with.`);
  const open = (sealed: Buffer, chunk: number, isLast: boolean) => {
    if (sealed.length < TAG_BYTES) throw damaged(file);
    const decipher = createDecipheriv(ALGORITHM, key, nonce(chunk, isLast));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw damaged(file);
    }
  };
  async function* contents() {
    let chunk = 0;
    for await (const { bytes, isLast } of inChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
      yield open(bytes, chunk, isLast);
      chunk += 1;
    }
  }
  return { isEncrypted: true, contents: contents() };
}

const damaged = (file: string) =>
  new StartError(`${file} is damaged: it was changed or cut off after it was encrypted. Use another backup.`);

async function* inChunks(source: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    waiting = Buffer.concat([waiting, piece]);
    // Only the end of the file says which chunk is the last.
    while (waiting.length > size) {
      yield { bytes: waiting.subarray(0, size), isLast: false };
      waiting = waiting.subarray(size);
    }
  }
  yield { bytes: waiting, isLast: true };
}

async function split(source: AsyncIterable<Buffer>, length: number) {
  const pieces = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < length) {
    const { value, done } = await pieces.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const rest = withHead(head.subarray(length), { [Symbol.asyncIterator]: () => pieces });
  return { head: head.subarray(0, length), rest };
}

async function* withHead(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}
