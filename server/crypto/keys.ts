import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fsyncPath, renameDurably } from '../process/durable.ts';
import { pooledRandomBytes } from './random.ts';

export type Keys = ReturnType<typeof keysFrom>;

/** Each needs an entry in `sealed.ts`, so that a key rotation reseals it. */
export type Sealed =
  | 'temporary-password'
  | 'outbox'
  | 'telegram-bot-token'
  | 'totp-secret'
  | 'offered-totp-secret'
  | 'recovery-code'
  | 'audit-key'
  | 'legal-hold'
  | 'erasure';

/** Never stored. */
type Passing = 'sign-on-state';

export function keysFrom(secret: string) {
  const derived = new Map<string, KeyObject>();
  /** One key per purpose: what one part signs is worthless to another. */
  const derive = (purpose: string): KeyObject => {
    // Passing raw bytes would cost several times as much per use.
    const key =
      derived.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'gatehouse', purpose, 32)));
    derived.set(purpose, key);
    return key;
  };
  return {
    derive,
    id: derive('key-id').export().toString('hex').slice(0, 16),
    seal(plain: string, purpose: Sealed | Passing): string {
      const nonce = pooledRandomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derive(`seal:${purpose}`), nonce);
      return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    open(sealed: string, purpose: Sealed | Passing): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', derive(`seal:${purpose}`), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

export const SECRET_FILE = 'secret.key';
const OLD_SECRET_FILE = 'secret.key.old';
const NEW_SECRET_FILE = 'secret.key.new';

const newSecret = () => randomBytes(32).toString('base64url');

export const readSecret = (dataDir: string) => secretIn(join(dataDir, SECRET_FILE));

export const readOldSecret = (dataDir: string) => secretIn(join(dataDir, OLD_SECRET_FILE));

function secretIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

export function loadOrCreateSecret(dataDir: string): string {
  const kept = readSecret(dataDir);
  if (kept !== null) return kept;
  const file = join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  // Write, then link: concurrent first starts agree on one complete key.
  const draft = `${file}.${process.pid}`;
  writeSecret(draft, newSecret());
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

const writeSecret = (file: string, secret: string) => writeFileSync(file, `${secret}\n`, { mode: 0o600, flush: true });

export function replaceSecret(dataDir: string, keptAside: () => void): string {
  const [file, old] = [join(dataDir, SECRET_FILE), join(dataDir, OLD_SECRET_FILE)];
  const secret = newSecret();
  const draft = join(dataDir, NEW_SECRET_FILE);
  writeSecret(draft, secret);
  rmSync(old, { force: true });
  linkSync(file, old);
  // The old key's second name must be on disk first.
  fsyncPath(dataDir);
  keptAside();
  renameDurably(draft, file);
  return secret;
}

export const restoreOldSecret = (dataDir: string) =>
  renameDurably(join(dataDir, OLD_SECRET_FILE), join(dataDir, SECRET_FILE));

export function deleteOtherSecrets(dataDir: string): void {
  for (const name of [OLD_SECRET_FILE, NEW_SECRET_FILE]) rmSync(join(dataDir, name), { force: true });
}
