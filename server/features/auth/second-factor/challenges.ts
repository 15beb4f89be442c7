import { createHmac, randomBytes } from 'node:crypto';
import type { Core } from '../../../core.ts';
import { isSameSecret } from '../../../crypto/constant-time.ts';
import { sweepTable } from '../../../db/batches.ts';
import type { Db, Trx } from '../../../db/tables.ts';

export const CHALLENGE_MS = 5 * 60_000;
/** After it has expired: a clock that went ahead and was set back must not make a used one good again. */
const REMEMBERED_FOR_MS = 24 * 60 * 60_000;

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const CONTENT_BYTES = NONCE_BYTES + TIME_BYTES;

/** What an answer to the challenge may be used for, and by whom: what was asked for one thing is worth nothing for another. */
export type Bound =
  /** By anybody, with any passkey of the portal. */
  | { readonly purpose: 'sign-in' }
  /** In the second step of this pending sign-in. */
  | { readonly purpose: 'second-step'; readonly pending: string }
  /** In this session. */
  | { readonly purpose: 'proof' | 'new passkey'; readonly session: string };

const wordsOf = (bound: Bound) => {
  if (bound.purpose === 'sign-in') return bound.purpose;
  return `${bound.purpose}\n${'pending' in bound ? bound.pending : bound.session}`;
};

/** One that is ours and has not expired; it still has to be used up, in the transaction of what it is for. */
export interface GoodChallenge {
  readonly id: string;
  readonly expiresAt: number;
}

type ChallengeDeps = Pick<Core, 'keys' | 'clock'>;

const mac = ({ keys }: ChallengeDeps, content: Buffer, bound: Bound) =>
  createHmac('sha256', keys.derive('passkey-challenge')).update(content).update(wordsOf(bound)).digest();

/** Signed instead of stored: strangers ask for one with every look at the sign-in page. */
export function newChallenge(deps: ChallengeDeps, bound: Bound): string {
  const content = Buffer.alloc(CONTENT_BYTES);
  randomBytes(NONCE_BYTES).copy(content);
  content.writeUIntBE(deps.clock.now() + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([content, mac(deps, content, bound)]).toString('base64url');
}

/** Null for one that was made for something else, by somebody else, or too long ago. */
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

/** Works once for each, on however many processes it is tried at the same time. */
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
