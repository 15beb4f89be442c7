import { PASSWORD_ALONE_MIN } from '../../../../contract/auth/auth.rules.ts';
import { PASSKEYS_MAX } from '../../../../contract/auth/second-factor.rules.ts';
import type { SecondFactors } from '../../../../contract/auth/second-factor.ts';
import type { Change } from '../../../../contract/log/activity.rules.ts';
import { iso } from '../../../clock.ts';
import { newId } from '../../../db/ids.ts';
import type { Trx, UserRow } from '../../../db/tables.ts';
import { notifyOwner } from '../../../delivery/notices/notices.ts';
import { badInput, HttpError, notSignedIn } from '../../../errors.ts';
import { demandsSecondFactor, type Session } from '../../../sessions/sessions.ts';
import { type Caller, sessionOf } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { AuthDeps } from '../complete-sign-in.ts';
import { useUpChallenge } from './challenges.ts';
import { factorKinds, wrongSecondFactor } from './factors.ts';
import { createdPasskey, creationOptions, passkeysOf } from './passkeys.ts';
import { makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts';
import { findTotpApp, newTotpSecret, totpStep, totpUri } from './totp.ts';

const OFFERED_FOR_MS = 15 * 60_000;

const shortPasswordStandsAlone = () =>
  new HttpError('last_second_factor', ({ errors }) => errors.shortPasswordStandsAlone(PASSWORD_ALONE_MIN));
const lastSecondFactor = () => new HttpError('last_second_factor', ({ errors }) => errors.lastSecondFactor);

export async function ownFactors({ config, db }: AuthDeps, { user }: Session): Promise<SecondFactors> {
  const passkeys = await passkeysOf(db, user.id);
  const app = await findTotpApp(db, user.id);
  return {
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      createdAt: iso(created_at),
      usedAt: used_at === null ? null : iso(used_at),
    })),
    totpSince: app?.secret != null && app.added_at !== null ? iso(app.added_at) : null,
    recoveryCodesLeft: await recoveryCodesLeft(db, user.id),
    required: demandsSecondFactor(config, user.role),
  };
}

type OwnChange = Extract<
  Change,
  { change: 'second factor added' | 'second factor removed' | 'passkey renamed' | 'recovery codes made' }
>;

/** Locks the account, so that a concurrent sign-in sees the result. */
async function changeFactors<Result>(
  deps: AuthDeps,
  actor: Caller,
  change: OwnChange,
  work: (trx: Trx, user: UserRow) => Promise<Result>,
): Promise<Result> {
  const { config, transact, clock, sessions } = deps;
  const { userId, visitor } = actor;
  return transact(actor, async (trx) => {
    const now = clock.now();
    const user = await trx
      .updateTable('users')
      .set({ updated_at: now })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow(notSignedIn);
    const result = await work(trx, user);
    const kinds = await factorKinds(trx, userId);
    const hasOne = kinds.passkey || kinds.totp;
    if (!hasOne && user.second_factor === 1 && demandsSecondFactor(config, user.role)) throw lastSecondFactor();
    if (!hasOne && user.short_password === 1) throw shortPasswordStandsAlone();
    if (!hasOne) await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await trx
      .updateTable('users')
      .set({ second_factor: Number(hasOne) })
      .where('id', '=', userId)
      .execute();
    await recordActivity(trx, { ...actor, action: 'profile_update', details: change, at: now });
    if (change.change === 'second factor added') await sessions.showedSecondFactor(trx, sessionOf(actor).id);
    if (change.change === 'second factor added' || change.change === 'second factor removed')
      await notifyOwner(trx, deps, user, change.change, visitor);
    sessions.usersChanged(trx, [userId]);
    return result;
  });
}

async function firstRecoveryCodes(trx: Trx, deps: AuthDeps, userId: string): Promise<string[] | null> {
  return (await recoveryCodesLeft(trx, userId)) > 0 ? null : makeRecoveryCodes(trx, deps, userId);
}

export async function offerTotp(deps: AuthDeps, actor: Caller): Promise<{ secret: string; uri: string }> {
  const { config, transact, keys, clock } = deps;
  const { user } = sessionOf(actor);
  const secret = newTotpSecret();
  const offer = {
    offered_secret: keys.seal(secret, 'offered-totp-secret'),
    offered_until: clock.now() + OFFERED_FOR_MS,
  };
  await transact(actor, (trx) =>
    trx
      .insertInto('totp_apps')
      .values({ user_id: user.id, secret: null, last_step: 0, added_at: null, ...offer })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(offer))
      .execute(),
  );
  return { secret, uri: totpUri(secret, config.organisation, user.username) };
}

const offerExpired = () => badInput(({ errors }) => errors.appOfferExpired);

export function enableTotp(deps: AuthDeps, actor: Caller, code: string) {
  const { keys, clock } = deps;
  return changeFactors(deps, actor, { change: 'second factor added', factor: 'app' }, async (trx, { id }) => {
    const app = await findTotpApp(trx, id);
    const now = clock.now();
    if (app?.offered_secret == null || (app.offered_until ?? 0) <= now) throw offerExpired();
    const secret = keys.open(app.offered_secret, 'offered-totp-secret');
    const step = totpStep(secret, code, now);
    if (step === null) throw wrongSecondFactor('totp');
    await trx
      .updateTable('totp_apps')
      .set({
        secret: keys.seal(secret, 'totp-secret'),
        // The code that confirms the app must not sign in as well.
        last_step: step,
        added_at: now,
        offered_secret: null,
        offered_until: null,
      })
      .where('user_id', '=', id)
      .execute();
    return firstRecoveryCodes(trx, deps, id);
  });
}

const gone = () => new HttpError('not_found', ({ errors }) => errors.secondFactorGone);

export const disableTotp = (deps: AuthDeps, actor: Caller): Promise<void> =>
  changeFactors(deps, actor, { change: 'second factor removed', factor: 'app' }, async (trx, { id }) => {
    await trx
      .deleteFrom('totp_apps')
      .where('user_id', '=', id)
      .where('secret', 'is not', null)
      .returning('user_id')
      .executeTakeFirstOrThrow(gone);
  });

const challengeFor = (actor: Caller) => ({ purpose: 'new passkey', session: sessionOf(actor).id }) as const;

export async function newPasskeyOptions(deps: AuthDeps, actor: Caller) {
  const passkeys = await deps.transact(actor, (trx) => passkeysOf(trx, actor.userId));
  return creationOptions(deps, sessionOf(actor).user, passkeys, challengeFor(actor));
}

const tooManyPasskeys = () => badInput(({ errors }) => errors.tooManyPasskeys(PASSKEYS_MAX));
const passkeyKnown = () => badInput(({ errors }) => errors.passkeyKnown);

export async function storePasskey(deps: AuthDeps, actor: Caller, name: string, answer: unknown) {
  const created = await createdPasskey(deps, answer, challengeFor(actor));
  if (created === null) throw wrongSecondFactor('passkey');
  const { challenge, ...credential } = created;
  const { userId } = actor;
  return changeFactors(deps, actor, { change: 'second factor added', factor: 'passkey' }, async (trx) => {
    if (!(await useUpChallenge(trx, challenge))) throw wrongSecondFactor('passkey');
    if ((await passkeysOf(trx, userId)).length >= PASSKEYS_MAX) throw tooManyPasskeys();
    const now = deps.clock.now();
    await trx
      .insertInto('passkeys')
      .values({ id: newId(now), user_id: userId, ...credential, name, created_at: now, used_at: null })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(passkeyKnown);
    return firstRecoveryCodes(trx, deps, userId);
  });
}

export const setPasskeyName = (deps: AuthDeps, actor: Caller, id: string, name: string): Promise<void> =>
  changeFactors(deps, actor, { change: 'passkey renamed' }, async (trx, user) => {
    await trx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirstOrThrow(gone);
  });

export const deletePasskey = (deps: AuthDeps, actor: Caller, id: string): Promise<void> =>
  changeFactors(deps, actor, { change: 'second factor removed', factor: 'passkey' }, async (trx, user) => {
    await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirstOrThrow(gone);
  });

const nothingToRecover = () => badInput(({ errors }) => errors.nothingToRecover);

export const replaceRecoveryCodes = (deps: AuthDeps, actor: Caller): Promise<string[]> =>
  changeFactors(deps, actor, { change: 'recovery codes made' }, async (trx, user) => {
    if (user.second_factor === 0) throw nothingToRecover();
    return makeRecoveryCodes(trx, deps, user.id);
  });
