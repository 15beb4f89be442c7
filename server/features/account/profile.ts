import type { OwnProfile, ProfileInput } from '../../../contract/account/account.ts';
import { UPDATE_DETAILS_PATH } from '../../../contract/redirects/redirects.rules.ts';
import type { Core } from '../../core.ts';
import { afterCommit } from '../../db/transact.ts';
import { notSignedIn } from '../../errors.ts';
import type { Caller } from '../../sessions/transact.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { Notify } from '../notifications/events.ts';
import type { Redirects } from '../redirects/redirects.ts';
import { recordChanges } from '../users/changes.ts';
import { changedDetails, writeDetails } from '../users/detail-columns.ts';
import { presentProfile } from '../users/presenter.ts';
import { lockUser } from '../users/queries.ts';

export interface ProfileDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'keys' | 'sessions' | 'rows'> {
  readonly notify: Notify;
  readonly redirects: Pick<Redirects, 'fulfil'>;
}

const isComplete = ({ bio: _, ...needed }: ProfileInput) => Object.values(needed).every((value) => value !== null);

export async function readProfile({ db }: Pick<ProfileDeps, 'db'>, userId: string): Promise<OwnProfile> {
  const row = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['first_name', 'last_name'])
    .selectAll('profiles')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow(notSignedIn);
  return { ...presentProfile(row), firstName: row.first_name, lastName: row.last_name };
}

export async function saveProfile(deps: ProfileDeps, actor: Caller, input: ProfileInput): Promise<OwnProfile> {
  const { transact, clock, notify, redirects, rows } = deps;
  const { userId, visitor } = actor;
  const { firstName, lastName, dateOfBirth, ...texts } = input;
  await transact(actor, async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, userId);
    const names = { firstName, lastName };
    const renamed = changedDetails(user, names);
    await writeDetails(trx, deps, user, names, at);
    const before = await trx
      .selectFrom('profiles')
      .select('completed_at')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const completedAt = isComplete(input) ? (before?.completed_at ?? at) : null;
    const profile = { ...texts, date_of_birth: dateOfBirth, completed_at: completedAt };
    await trx
      .insertInto('profiles')
      .values({ user_id: userId, ...profile })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
      .execute();
    if (completedAt !== null) await redirects.fulfil(trx, UPDATE_DETAILS_PATH, actor, at);
    // With self-registration, any stranger can become a user.
    if (actor.staff === undefined && rows.take(visitor.ipAddress, 'step') > 0) return;
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'details' }, at });
    // Logged as an edit, so that no staff can pose as a colleague unnoticed.
    if (actor.staff !== undefined && Object.keys(renamed).length > 0)
      await recordChanges(trx, [user], { change: 'edited', changed: renamed }, actor, at);
    afterCommit(trx, () => notify({ kind: 'profile-update', user: { id: userId, name: user.username }, visitor }));
  });
  return readProfile(deps, userId);
}
