import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { isSameSecret } from '../../../crypto/constant-time.ts';
import { sweepTable } from '../../../db/batches.ts';
import type { Db, Trx } from '../../../db/tables.ts';

export const CHALLENGE_MS = 5 * 60_000;
/** Longer than its validity, so that setting the clock back doesn't revive a used challenge. */
const REMEMBERED_FOR_MS = DAY_MS;

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const CONTENT_BYTES = NONCE_BYTES + TIME_BYTES;

/** A challenge is only valid for its purpose. */
export type Bound =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'second-step'; readonly pending: string }
  | { readonly purpose: 'proof' | 'new passkey'; readonly session: string };

const wordsOf = (bound: Bound) => {
  if (bound.purpose === 'sign-in') return bound.purpose;
  return `${bound.purpose}\n${'pending' in bound ? bound.pending : bound.session}`;
};

/** Valid, but not used yet: use it up in the transaction that it allows. */
export interface GoodChallenge {
  readonly id: string;
  readonly expiresAt: number;
}

type ChallengeDeps = Pick<Core, 'keys' | 'clock'>;

const mac = ({ keys }: ChallengeDeps, content: Buffer, bound: Bound) =>
  createHmac('sha256', keys.derive('passkey-challenge')).update(content).update(wordsOf(bound)).digest();

/** Signed instead of stored, because every visit of the sign-in page needs one. */
export function newChallenge(deps: ChallengeDeps, bound: Bound): string {
  const content = Buffer.alloc(CONTENT_BYTES);
  randomBytes(NONCE_BYTES).copy(content);
  content.writeUIntBE(deps.clock.now() + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([content, mac(deps, content, bound)]).toString('base64url');
}

export function goodChallenge(deps: ChallengeDeps, challenge: string, bounds: readonly Bound[]): GoodChallenge | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length <= CONTENT_BYTES) return null;
  const content = bytes.subarray(0, CONTENT_BYTES);
  const signature = bytes.subarray(CONTENT_BYTES).toString('base64url');
  const isOurs = bounds.some((bound) => isSameSecret(signature, mac(deps, content, bound).toString('base64url')));
  const expiresAt = content.readUIntBE(NONCE_BYTES, TIME_BYTES);
  const left = expiresAt - deps.clock.now();
  if (!isOurs || left <= 0 || left > 2 * CHALLENGE_MS) return null;
  return { id: content.toString('base64url'), expiresAt };
}

/** True only for the first use, across all processes. */
export async function useUpChallenge(trx: Trx, { id, expiresAt }: GoodChallenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_challenges')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const isUsedUp = async (db: Db, { id }: GoodChallenge): Promise<boolean> =>
  (await db.selectFrom('used_challenges').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const sweepChallenges = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'used_challenges', key: 'id', time: 'expires_at', before: now - REMEMBERED_FOR_MS }, closing);
