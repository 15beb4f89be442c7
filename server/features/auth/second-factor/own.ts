import { PASSKEYS_MAX } from '../../../../contract/auth/second-factor.rules.ts';
import type { SecondFactors } from '../../../../contract/auth/second-factor.ts';
import type { Change } from '../../../../contract/log/activity.rules.ts';
import type { Core } from '../../../core.ts';
import { newId } from '../../../db/ids.ts';
import type { Trx, UserRow } from '../../../db/tables.ts';
import { badInput, HttpError, notSignedIn } from '../../../errors.ts';
import { demandsSecondFactor, type Session } from '../../../sessions/sessions.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { type NoticeDeps, notifyOwner } from '../../notices/notices.ts';
import { useUpChallenge } from './challenges.ts';
import { wrongSecondFactor } from './factors.ts';
import { lastSecondFactor, shortPasswordStandsAlone } from './policy.ts';
import { presentSecondFactors } from './presenter.ts';
import { factorKinds, findTotpApp, passkeysOf } from './queries.ts';
import { makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';
import { createdPasskey, creationOptions } from './webauthn.ts';

export interface OwnFactorDeps extends NoticeDeps, Pick<Core, 'db' | 'transact' | 'sessions'> {}

const OFFERED_FOR_MS = 15 * 60_000;

type OwnChange = Extract<
  Change,
  { change: 'second factor added' | 'second factor removed' | 'passkey renamed' | 'recovery codes made' }
>;

interface Changed<Result> {
  readonly result: Result;
  readonly change: OwnChange;
}

/** Locks the account and keeps `users.second_factor` in step, so a concurrent sign-in sees the result. */
async function changeFactors<Result>(
  deps: OwnFactorDeps,
  actor: Caller,
  work: (trx: Trx, user: UserRow) => Promise<Changed<Result>>,
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
    const { result, change } = await work(trx, user);
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
    if (change.change === 'second factor added' && actor.authority !== 'command line')
      await sessions.showedSecondFactor(trx, actor.authority.session.id);
    if (change.change === 'second factor added' || change.change === 'second factor removed')
      await notifyOwner(trx, deps, user, change.change, visitor);
    sessions.usersChanged(trx, [userId]);
    return result;
  });
}

async function firstRecoveryCodes(trx: Trx, deps: OwnFactorDeps, userId: string): Promise<string[] | null> {
  return (await recoveryCodesLeft(trx, userId)) > 0 ? null : makeRecoveryCodes(trx, deps, userId);
}

export async function ownFactors({ config, db }: OwnFactorDeps, { user }: Session): Promise<SecondFactors> {
  const [passkeys, app, left] = [
    await passkeysOf(db, user.id),
    await findTotpApp(db, user.id),
    await recoveryCodesLeft(db, user.id),
  ];
  return presentSecondFactors(passkeys, app, left, demandsSecondFactor(config, user.role));
}

export async function offerTotp(
  deps: OwnFactorDeps,
  actor: Caller,
  { user }: Session,
): Promise<{ secret: string; uri: string }> {
  const { config, transact, keys, clock } = deps;
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

const offerExpired = () => badInput('This took too long. Please begin again to add the app.');

export function enableTotp(deps: OwnFactorDeps, actor: Caller, code: string) {
  const { keys, clock } = deps;
  return changeFactors(deps, actor, async (trx, { id }) => {
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
        // This code must not sign in as well.
        last_step: step,
        added_at: now,
        offered_secret: null,
        offered_until: null,
      })
      .where('user_id', '=', id)
      .execute();
    return {
      result: await firstRecoveryCodes(trx, deps, id),
      change: { change: 'second factor added', factor: 'app' },
    };
  });
}

const gone = () => new HttpError('not_found', 'This second factor is not there any more.');

export const disableTotp = (deps: OwnFactorDeps, actor: Caller): Promise<void> =>
  changeFactors(deps, actor, async (trx, { id }) => {
    await trx
      .deleteFrom('totp_apps')
      .where('user_id', '=', id)
      .where('secret', 'is not', null)
      .returning('user_id')
      .executeTakeFirstOrThrow(gone);
    return { result: undefined, change: { change: 'second factor removed', factor: 'app' } };
  });

const challengeFor = (session: Session) => ({ purpose: 'new passkey', session: session.id }) as const;

export async function newPasskeyOptions(deps: OwnFactorDeps, actor: Caller, session: Session) {
  const passkeys = await deps.transact(actor, (trx) => passkeysOf(trx, actor.userId));
  return creationOptions(deps, session.user, passkeys, challengeFor(session));
}

const tooManyPasskeys = () => badInput(`You can have at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
const passkeyKnown = () => badInput('This passkey is in use already.');

export async function storePasskey(
  deps: OwnFactorDeps,
  actor: Caller,
  session: Session,
  { name, passkey }: { name: string; passkey: unknown },
) {
  const created = await createdPasskey(deps, passkey, challengeFor(session));
  if (created === null) throw wrongSecondFactor('passkey');
  const { challenge, ...credential } = created;
  return changeFactors(deps, actor, async (trx, { id: userId }) => {
    if (!(await useUpChallenge(trx, challenge))) throw wrongSecondFactor('passkey');
    if ((await passkeysOf(trx, userId)).length >= PASSKEYS_MAX) throw tooManyPasskeys();
    const now = deps.clock.now();
    await trx
      .insertInto('passkeys')
      .values({ id: newId(now), user_id: userId, ...credential, name, created_at: now, used_at: null })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(passkeyKnown);
    return {
      result: await firstRecoveryCodes(trx, deps, userId),
      change: { change: 'second factor added', factor: 'passkey' },
    };
  });
}

export const setPasskeyName = (
  deps: OwnFactorDeps,
  actor: Caller,
  { id, name }: { id: string; name: string },
): Promise<void> =>
  changeFactors(deps, actor, async (trx, user) => {
    await trx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirstOrThrow(gone);
    return { result: undefined, change: { change: 'passkey renamed' } };
  });

export const deletePasskey = (deps: OwnFactorDeps, actor: Caller, id: string): Promise<void> =>
  changeFactors(deps, actor, async (trx, user) => {
    await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirstOrThrow(gone);
    return { result: undefined, change: { change: 'second factor removed', factor: 'passkey' } };
  });

const nothingToRecover = () => badInput('Add an app or a passkey first: recovery codes stand in for one that is lost.');

export const replaceRecoveryCodes = (deps: OwnFactorDeps, actor: Caller): Promise<string[]> =>
  changeFactors(deps, actor, async (trx, user) => {
    if (user.second_factor === 0) throw nothingToRecover();
    return {
      result: await makeRecoveryCodes(trx, deps, user.id),
      change: { change: 'recovery codes made' },
    };
  });
