import type { Factor } from '../../../../contract/auth/second-factor.ts';
import type { FailureReason } from '../../../../contract/log/activity.rules.ts';
import type { Core } from '../../../core.ts';
import type { PasskeyRow, Trx } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import { type Bound, isUsedUp, useUpChallenge } from './challenges.ts';
import { advanceCounter, findPasskey, findTotpApp, takeTotpStep } from './queries.ts';
import { findRecoveryCode, useUpRecoveryCode } from './recovery-codes.ts';
import { totpStep } from './totp.ts';
import { type Assertion, parseAssertion, signedBy } from './webauthn.ts';

export type FactorDeps = Pick<Core, 'config' | 'db' | 'keys' | 'clock'>;

export type Checked =
  | {
      /** Call it in the transaction that the factor allows; false if it was used in the meantime. */
      useUp(trx: Trx): Promise<boolean>;
    }
  | { readonly wrong: FailureReason };

/** Rolls back the transaction: a concurrent request used the same factor. */
export class UsedUp extends Error {}

const SENTENCES = {
  totp: 'This code is not right, or it was used already. Please enter the next one that your app shows.',
  recoveryCode: 'This recovery code is not right, or it was used already.',
  passkey: 'This passkey was not accepted. Please try again.',
};

type FactorKind = keyof typeof SENTENCES;

export const kindOf = (factor: Factor): FactorKind =>
  'totp' in factor ? 'totp' : 'recoveryCode' in factor ? 'recoveryCode' : 'passkey';

export const wrongSecondFactor = (kind: FactorKind) => new HttpError('wrong_second_factor', SENTENCES[kind]);

export async function checkFactor(deps: FactorDeps, userId: string, factor: Factor, bound: Bound): Promise<Checked> {
  const { db, keys, clock } = deps;
  const wrong = { wrong: 'wrong second factor' } as const;
  if ('totp' in factor) {
    const secret = (await findTotpApp(db, userId))?.secret ?? null;
    if (secret === null) return wrong;
    const step = totpStep(keys.open(secret, 'totp-secret'), factor.totp, clock.now());
    return step === null ? wrong : { useUp: (trx) => takeTotpStep(trx, userId, secret, step) };
  }
  if ('recoveryCode' in factor) {
    const id = await findRecoveryCode(db, keys, userId, factor.recoveryCode);
    return id === null ? wrong : { useUp: (trx) => useUpRecoveryCode(trx, id, clock.now()) };
  }
  const assertion = parseAssertion(factor.passkey);
  if (assertion === null) return wrong;
  const passkey = await findPasskey(db, assertion.id);
  return checkPasskey(deps, passkey?.user_id === userId ? passkey : undefined, assertion, [bound], wrong);
}

/** Unknown passkeys take the same steps and time. */
export async function checkPasskey(
  deps: FactorDeps,
  passkey: PasskeyRow | undefined,
  assertion: Assertion,
  bounds: readonly Bound[],
  wrong: { readonly wrong: FailureReason },
): Promise<Checked> {
  const signed = await signedBy(deps, passkey, assertion, bounds);
  if (signed === null || passkey === undefined) return wrong;
  // A replayed answer has an old counter too, and is no copy.
  if (await isUsedUp(deps.db, signed.challenge)) return wrong;
  // A cloned passkey has a counter of its own.
  if (signed.counter < passkey.counter || (signed.counter === passkey.counter && signed.counter > 0))
    return { wrong: 'copied passkey' };
  return {
    useUp: async (trx) =>
      (await useUpChallenge(trx, signed.challenge)) &&
      (await advanceCounter(trx, passkey.id, signed, deps.clock.now())),
  };
}
