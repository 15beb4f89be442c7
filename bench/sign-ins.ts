import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Config } from '../server/config.ts';
import type { Keys } from '../server/crypto/keys.ts';
import { openDatabase } from '../server/db/database.ts';
import { insertAccount } from '../server/features/users/accounts.ts';
import { createHasher } from '../server/passwords/hasher.ts';
import { createLog } from '../server/process/log.ts';
import { LeanClient } from './lean-client.ts';

const ACCOUNTS = 64;
export const PASSWORD = 'the password of everybody';

/** Accounts with one shared password; returns its hash. */
export async function createAccounts(config: Config, keys: Keys): Promise<string> {
  const { db, close } = await openDatabase(config, createLog('silent'));
  const passwordHash = await (await createHasher()).hash(PASSWORD);
  const account = { role: 'user', passwordHash, passwordState: 'own' } as const;
  for (let index = 0; index < ACCOUNTS; index += 1)
    await insertAccount(db, { username: `user${index}`, ...account }, keys, Date.now());
  await close();
  return passwordHash;
}

/** Solved in advance: the captcha's work is the visitor's, not the server's. */
export async function solvedCaptchas(keys: Keys, count: number): Promise<string[]> {
  const secrets = {
    hmacSignatureSecret: keys.derive('captcha:challenge').export().toString('base64'),
    hmacKeySignatureSecret: keys.derive('captcha:key').export().toString('base64'),
  };
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const expiresAt = Math.floor(Date.now() / 1000) + 290;
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 0,
      deriveKey,
      expiresAt,
      ...secrets,
    });
    const solution = await solveChallenge({ challenge, deriveKey });
    tokens.push(Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'));
  }
  return tokens;
}

let signIns = 0;

export interface SignInConnection {
  signIn(recaptchaToken: string, password?: string): Promise<{ status: number; cookie: string }>;
  close(): void;
}

export function signInConnection(url: string): SignInConnection {
  const client = new LeanClient(Number(new URL(url).port));
  return {
    close: () => client.close(),
    signIn(recaptchaToken, password = PASSWORD) {
      signIns += 1;
      const body = { username: `user${signIns % ACCOUNTS}`, password, recaptchaToken };
      // Each in another wide network than the previous one.
      const address = `10.${signIns & 255}.${(signIns >> 8) & 255}.${(signIns >> 16) & 255}`;
      return client.ask('/api/auth/login', { method: 'POST', headers: { 'x-forwarded-for': address }, body });
    },
  };
}
