import type { App } from '../server/app.ts';
import type { UserRow } from '../server/db/tables.ts';
import { recordActivity } from '../server/features/log/activity/activity.ts';
import { actorFor, type Visitor } from '../server/visitor/visitor.ts';
import type { DemoClock } from './clock.ts';

export async function signIn(app: App, clock: DemoClock, user: UserRow, visitor: Visitor): Promise<string> {
  const at = clock.now();
  const { token } = await app.db.transaction().execute(async (trx) => {
    const used = { signed_in_at: at, updated_at: at, active_at: at };
    await trx.updateTable('users').set(used).where('id', '=', user.id).execute();
    await recordActivity(trx, { ...actorFor(user, visitor), action: 'login', details: { way: 'password' }, at });
    return app.sessions.start(trx, user, visitor, false);
  });
  app.notifications.notify({
    kind: 'login',
    user: { id: user.id, name: user.username },
    role: user.role,
    visitor,
  });
  return `gatehouse=${token}`;
}
