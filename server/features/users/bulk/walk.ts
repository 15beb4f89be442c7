import { type RawBuilder, sql } from 'kysely';
import type { BulkChange } from '../../../../contract/users/bulk.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import type { Db, Trx } from '../../../db/tables.ts';
import { matchesFilter } from '../search/filter.ts';

/** How many accounts one question looks at, whether they match or not: others ask in between. */
const LOOK_AT = 5_000;
const COUNT_AT_ONCE = 20_000;

/** Whom a job is about. */
export interface Whom {
  readonly filter: UserFilter;
  /** The admin who asks, and who is never one of them. */
  readonly actorId: string;
  /** Nobody whose id comes after this one. */
  readonly lastUser: string;
  readonly change?: BulkChange;
}

/** As the policy of bulk actions has it, which is asked again for each of them when they are changed. */
function isMeant(db: Db | Trx, { filter, actorId, change }: Whom, now: number): RawBuilder<boolean> {
  const leavesSuspended = change?.action === 'status' && change.value === 'needs_auth';
  return sql`users.role = 'user' and users.id <> ${actorId} and ${matchesFilter(db, filter, now)}
    ${leavesSuspended ? sql`and users.status <> 'suspended'` : sql``}`;
}

/** The last of the next so many accounts; the last of all where there are fewer. */
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

/** The next of those who are meant, in the order of their ids, and how far they were looked for. */
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

/** How many of the next accounts are meant. */
export async function countNext(reader: Db, whom: Whom, after: string, now: number) {
  const position = await endOfWindow(reader, after, whom.lastUser, COUNT_AT_ONCE);
  const { users, suspended } = await reader
    .selectFrom('users')
    .select([
      (row) => row.fn.countAll<number>().as('users'),
      sql<number>`count(case when users.status = 'suspended' then 1 end)`.as('suspended'),
    ])
    .where('id', '>', after)
    .where('id', '<=', position)
    .where(isMeant(reader, whom, now))
    .executeTakeFirstOrThrow();
  return { users, suspended, position };
}
