import type { Factor, FactorKinds } from '../../../../contract/auth/auth.ts';
import type { Core } from '../../../core.ts';
import type { Db, PasskeyRow, Trx } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import { type Bound, isUsedUp, useUpChallenge } from './challenges.ts';
import { type Assertion, advanceCounter, findPasskey, parseAssertion, signedBy } from './passkeys.ts';
import { findRecoveryCode, useUpRecoveryCode } from './recovery-codes.ts';
import { findTotpApp, takeTotpStep, totpStep } from './totp.ts';

type FactorDeps = Pick<Core, 'config' | 'db' | 'keys' | 'clock'>;

export type FactorKind = keyof FactorKinds;

export const kindOf = (factor: Factor): FactorKind =>
  'totp' in factor ? 'totp' : 'recoveryCode' in factor ? 'recoveryCode' : 'passkey';

/** Recovery codes alone don't count as a second factor. */
export async function factorKinds(db: Db | Trx, userId: string): Promise<FactorKinds> {
  const found = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('passkeys').select('id').where('user_id', '=', userId)).as('passkey'),
      exists(
        selectFrom('totp_apps').select('user_id').where('user_id', '=', userId).where('secret', 'is not', null),
      ).as('totp'),
      exists(
        selectFrom('recovery_codes').select('id').where('user_id', '=', userId).where('sealed_hash', 'is not', null),
      ).as('recoveryCode'),
    ])
    .executeTakeFirstOrThrow();
  return {
    passkey: Boolean(found.passkey),
    totp: Boolean(found.totp),
    recoveryCode: Boolean(found.recoveryCode),
  };
}

export async function deleteFactors(trx: Trx, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('users')
    .set({ second_factor: 0 })
    .where('id', 'in', userIds)
    .where('second_factor', '=', 1)
    .execute();
  for (const table of ['begun_sign_ins', 'passkeys', 'totp_apps', 'recovery_codes'] as const)
    await trx.deleteFrom(table).where('user_id', 'in', userIds).execute();
}

/** No factor was right, or a concurrent request used it. Rolls back the transaction. */
export class WrongFactor extends Error {
  readonly reason: 'copied passkey' | undefined;

  constructor(reason?: 'copied passkey') {
    super(reason);
    this.reason = reason;
  }
}

const SENTENCES = { totp: 'wrongAppCode', recoveryCode: 'wrongRecoveryCode', passkey: 'passkeyRefused' } as const;

export const wrongSecondFactor = (kind: FactorKind) =>
  new HttpError('wrong_second_factor', ({ errors }) => errors[SENTENCES[kind]]);

type UseUp = (trx: Trx) => Promise<void>;

const orWrong =
  (isTaken: (trx: Trx) => Promise<boolean>): UseUp =>
  async (trx) => {
    if (!(await isTaken(trx))) throw new WrongFactor();
  };

export async function checkFactor(deps: FactorDeps, userId: string, factor: Factor, bound: Bound): Promise<UseUp> {
  const { db, keys, clock } = deps;
  if ('totp' in factor) {
    const secret = (await findTotpApp(db, userId))?.secret;
    if (secret == null) throw new WrongFactor();
    const step = totpStep(keys.open(secret, 'totp-secret'), factor.totp, clock.now());
    if (step === null) throw new WrongFactor();
    return orWrong((trx) => takeTotpStep(trx, userId, secret, step));
  }
  if ('recoveryCode' in factor) {
    const id = await findRecoveryCode(db, keys, userId, factor.recoveryCode);
    if (id === null) throw new WrongFactor();
    return orWrong((trx) => useUpRecoveryCode(trx, id, clock.now()));
  }
  const assertion = parseAssertion(factor.passkey);
  const passkey = assertion === null ? undefined : await findPasskey(db, assertion.id);
  return checkPasskey(deps, passkey?.user_id === userId ? passkey : undefined, assertion, [bound]);
}

/** Unknown passkeys take the same steps and time. */
export async function checkPasskey(
  deps: FactorDeps,
  passkey: PasskeyRow | undefined,
  assertion: Assertion | null,
  bounds: readonly Bound[],
): Promise<UseUp> {
  const signed = assertion && (await signedBy(deps, passkey, assertion, bounds));
  if (signed === null || passkey === undefined) throw new WrongFactor();
  // A replay also has an old counter, but isn't a copied passkey.
  if (await isUsedUp(deps.db, signed.challenge)) throw new WrongFactor();
  // A copied passkey counts separately from the original.
  if (signed.counter < passkey.counter || (signed.counter === passkey.counter && signed.counter > 0))
    throw new WrongFactor('copied passkey');
  return orWrong(
    async (trx) =>
      (await useUpChallenge(trx, signed.challenge)) &&
      (await advanceCounter(trx, passkey.id, signed, deps.clock.now())),
  );
}
