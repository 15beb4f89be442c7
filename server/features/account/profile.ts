import type { OwnProfile, ProfileInput } from '../../../contract/account.ts';
import type { Clock } from '../../clock.ts';
import type { Db, ProfileRow } from '../../db/tables.ts';
import { notSignedIn } from '../../errors.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Notify } from '../notifications/events.ts';
import { nameColumns } from '../users/name-columns.ts';
import { presentProfile } from '../users/presenter.ts';

export interface ProfileDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly notify: Notify;
}

const NOTHING: Omit<ProfileRow, 'user_id'> = {
  phone: null,
  date_of_birth: null,
  bio: null,
  address: null,
  city: null,
  country: null,
  completed_at: null,
};

/** Everything but the text about oneself. */
function isComplete(profile: ProfileInput): boolean {
  const { bio: _, ...needed } = profile;
  return Object.values(needed).every((value) => value !== null);
}

export async function ownProfile({ db }: Pick<ProfileDeps, 'db'>, userId: string): Promise<OwnProfile> {
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(notSignedIn);
  const profile = await db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return {
    ...presentProfile(profile ?? { user_id: userId, ...NOTHING }),
    firstName: user.first_name,
    lastName: user.last_name,
  };
}

export async function updateOwnProfile(deps: ProfileDeps, actor: Actor, input: ProfileInput): Promise<OwnProfile> {
  const { db, clock, sessions, notify } = deps;
  const { userId, visitor } = actor;
  const username = await db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await trx
      .updateTable('users')
      .set({ first_name: input.firstName, last_name: input.lastName, updated_at: at })
      .where('id', '=', userId)
      .returning(['username', 'email', 'first_name', 'last_name'])
      .executeTakeFirstOrThrow(notSignedIn);
    await trx.updateTable('users').set(nameColumns(user)).where('id', '=', userId).execute();
    const before = await trx
      .selectFrom('profiles')
      .select('completed_at')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const profile = {
      phone: input.phone,
      date_of_birth: input.dateOfBirth,
      bio: input.bio,
      address: input.address,
      city: input.city,
      country: input.country,
      completed_at: isComplete(input) ? (before?.completed_at ?? at) : null,
    };
    await trx
      .insertInto('profiles')
      .values({ user_id: userId, ...profile })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
      .execute();
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'details' }, at });
    return user.username;
  });
  sessions.usersChanged([userId]);
  notify({ kind: 'profile-update', name: username, visitor });
  return ownProfile(deps, userId);
}
