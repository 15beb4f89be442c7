import { sql } from 'kysely';
import type { Action, Activity } from '../../../contract/activity.rules.ts';
import { newId } from '../../db/ids.ts';
import { preparedInsert } from '../../db/prepared.ts';
import { deleteOldest } from '../../db/queries.ts';
import type { Db, NewActivity, Trx } from '../../db/tables.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** One entry of the log: what happened, who did it, from where and when. */
export type Entry = Activity & {
  readonly userId: string | null;
  readonly page?: string;
  readonly visitor: Visitor;
  readonly at: number;
  /** Of an address that the entry shows masked: whoever knows the whole of it finds the entry. Nobody is shown this. */
  readonly addressHash?: string;
};

function activityRow({ userId, action, page, visitor, details, at, addressHash }: Entry): NewActivity {
  return {
    id: newId(at),
    user_id: userId,
    action,
    page: page ?? null,
    ip_address: visitor.ipAddress,
    location: visitor.location,
    device: visitor.device,
    user_agent: visitor.userAgent,
    details: details === undefined ? null : JSON.stringify({ ...details, addressHash }),
    created_at: at,
  };
}

/** In the transaction of what it tells about: there is no change without its entry. */
export async function recordActivity(db: Db | Trx, entry: Entry): Promise<void> {
  await insertEntries(db, [entry]);
}

/** One batch, of one action or of all; answers how many. */
export async function deleteOldEntries(db: Db, action: Action | null, before: number, most: number): Promise<number> {
  const where = action === null ? undefined : sql<boolean>`action = ${action}`;
  return (await deleteOldest(db, { table: 'activity', key: 'id', time: 'created_at', before, where }, most)).length;
}

const insertRows = preparedInsert('activity', [
  'id',
  'user_id',
  'action',
  'page',
  'ip_address',
  'location',
  'device',
  'user_agent',
  'details',
  'created_at',
]);

/** SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 100;

/** Up to a hundred with one statement. */
export const insertEntries = (db: Db | Trx, entries: readonly Entry[]) => insertRows(db, entries.map(activityRow));

/** Many at once, as one statement for each hundred. */
export async function recordActivities(trx: Trx, entries: readonly Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE)
    await insertEntries(trx, entries.slice(at, at + ROWS_AT_ONCE));
}
