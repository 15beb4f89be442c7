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

/** A factor that was right when it was looked at, or what was wrong with it. */
export type Checked =
  | {
      /** In the transaction of what it opens. False where it has been used in the meantime: then nothing is opened. */
      useUp(trx: Trx): Promise<boolean>;
    }
  | { readonly wrong: FailureReason };

/** Somebody was faster with the same one: ends the transaction of what it would have opened. */
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

/** Looks at a factor of an account. What is done with a wrong one, and how often one may try, is for the caller to say. */
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

/** The same steps, whether or not there is such a passkey. */
export async function checkPasskey(
  deps: FactorDeps,
  passkey: PasskeyRow | undefined,
  assertion: Assertion,
  bounds: readonly Bound[],
  wrong: { readonly wrong: FailureReason },
): Promise<Checked> {
  const signed = await signedBy(deps, passkey, assertion, bounds);
  if (signed === null || passkey === undefined) return wrong;
  // The same answer a second time has an old counter as well, and tells of no copy.
  if (await isUsedUp(deps.db, signed.challenge)) return wrong;
  // Two authenticators with the same key count each for itself.
  if (signed.counter < passkey.counter || (signed.counter === passkey.counter && signed.counter > 0))
    return { wrong: 'copied passkey' };
  return {
    useUp: async (trx) =>
      (await useUpChallenge(trx, signed.challenge)) &&
      (await advanceCounter(trx, passkey.id, signed, deps.clock.now())),
  };
}
