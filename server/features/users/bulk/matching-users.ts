import { type RawBuilder, sql } from 'kysely';
import type { BulkChange } from '../../../../contract/users/bulk.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import type { Clock } from '../../../clock.ts';
import type { Db, Trx } from '../../../db/tables.ts';
import { matchesFilter } from '../search/filter.ts';

/** Small steps, so that other queries get their turn. */
const LOOK_AT = 5_000;
const COUNT_AT_ONCE = 20_000;

export interface Whom {
  readonly filter: UserFilter;
  /** The starter is never changed by their own job. */
  readonly actorId: string;
  readonly lastUser: string;
  readonly change?: BulkChange;
}

/** The bulk policy as SQL. Each change asks the policy itself again. */
function isMeant(db: Db | Trx, { filter, actorId, change }: Whom, now: number): RawBuilder<boolean> {
  const leavesSuspended = change?.action === 'status' && change.value === 'needs_auth';
  return sql`users.role = 'user' and users.id <> ${actorId} and ${matchesFilter(db, filter, now)}
    ${leavesSuspended ? sql`and users.status <> 'suspended'` : sql``}`;
}

async function endOfWindow(reader: Db, after: string, lastUser: string, size: number): Promise<string> {
  const end = await reader
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where('id', '<', lastUser)
    .orderBy('id')
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst();
  return end?.id ?? lastUser;
}

export async function nextUsers(
  reader: Db,
  whom: Whom,
  after: string,
  most: number,
  now: number,
): Promise<{ ids: string[]; position: string }> {
  const end = await endOfWindow(reader, after, whom.lastUser, LOOK_AT);
  const rows = await reader
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', end)
    .where(isMeant(reader, whom, now))
    .orderBy('id')
    .limit(most)
    .execute();
  const ids = rows.map(({ id }) => id);
  return { ids, position: ids.length < most ? end : (ids.at(-1) as string) };
}

export async function countMatching(reader: Db, whom: Whom, clock: Clock, betweenWindows?: () => Promise<unknown>) {
  const counted = { users: 0, suspended: 0 };
  let position = '';
  do {
    const end = await endOfWindow(reader, position, whom.lastUser, COUNT_AT_ONCE);
    const { users, suspended } = await reader
      .selectFrom('users')
      .select([
        (row) => row.fn.countAll<number>().as('users'),
        sql<number>`count(case when users.status = 'suspended' then 1 end)`.as('suspended'),
      ])
      .where('id', '>', position)
      .where('id', '<=', end)
      .where(isMeant(reader, whom, clock.now()))
      .executeTakeFirstOrThrow();
    counted.users += users;
    counted.suspended += suspended;
    position = end;
    await betweenWindows?.();
  } while (position < whom.lastUser);
  return counted;
}
