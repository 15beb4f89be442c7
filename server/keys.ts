import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Keys = ReturnType<typeof keysFrom>;

export function keysFrom(secret: string) {
  const derived = new Map<string, KeyObject>();
  /** An independent key for each purpose, so that what one part signs means nothing to another. */
  const derive = (purpose: string): KeyObject => {
    // As a key object: with plain bytes every use would cost several times as much.
    const key =
      derived.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'gatehouse', purpose, 32)));
    derived.set(purpose, key);
    return key;
  };
  return {
    derive,
    seal(plain: string, purpose: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derive(`seal:${purpose}`), nonce);
      return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    open(sealed: string, purpose: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', derive(`seal:${purpose}`), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

export const SECRET_FILE = 'secret.key';

/** The key in the data directory, if there is one. */
export function readSecret(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, SECRET_FILE), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** The key in the data directory, made at the first start. */
export function keptSecret(dataDir: string): string {
  const kept = readSecret(dataDir);
  if (kept !== null) return kept;
  const file = join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  // Written aside and linked: two first starts at once agree on one key, and no start sees half of it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
