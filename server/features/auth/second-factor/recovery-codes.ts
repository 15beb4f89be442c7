import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '../../../../contract/auth/second-factor.rules.ts';
import type { Core } from '../../../core.ts';
import { isSameSecret } from '../../../crypto/constant-time.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { newId } from '../../../db/ids.ts';
import type { Db, Trx } from '../../../db/tables.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 bits can't be guessed, even with database and server key. */
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;

const newCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join('')
    .replaceAll(GROUP, '$&-');

const normalised = (typed: string) =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

const hashOf = (userId: string, typed: string) =>
  createHash('sha256')
    .update(`${userId}\n${normalised(typed)}`)
    .digest('base64url');

type CodeDeps = Pick<Core, 'keys' | 'clock'>;

export async function makeRecoveryCodes(trx: Trx, { keys, clock }: CodeDeps, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        id: newId(clock.now()),
        user_id: userId,
        // Sealed, so that printed codes survive a change of the server key.
        sealed_hash: keys.seal(hashOf(userId, code), 'recovery-code'),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

const unusedOf = (db: Db | Trx, userId: string) =>
  db.selectFrom('recovery_codes').where('user_id', '=', userId).where('sealed_hash', 'is not', null);

export async function findRecoveryCode(db: Db, keys: Keys, userId: string, typed: string): Promise<string | null> {
  const wanted = hashOf(userId, typed);
  const codes = await unusedOf(db, userId).select(['id', 'sealed_hash']).execute();
  const found = codes.filter(({ sealed_hash }) =>
    isSameSecret(wanted, keys.open(sealed_hash as string, 'recovery-code')),
  );
  return found[0]?.id ?? null;
}

export async function useUpRecoveryCode(trx: Trx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ sealed_hash: null, used_at: now })
    .where('id', '=', id)
    .where('sealed_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function recoveryCodesLeft(db: Db | Trx, userId: string): Promise<number> {
  const { left } = await unusedOf(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  return Number(left);
}
