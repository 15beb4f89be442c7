import type { Action, Activity } from '../../../contract/activity.rules.ts';
import { newId } from '../../db/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, NewActivity, Trx } from '../../db/tables.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** One entry of the log: what happened, who did it, from where and when. */
export type Entry = Activity & {
  readonly userId: string | null;
  readonly page?: string;
  readonly visitor: Visitor;
  readonly at: number;
};

function activityRow({ userId, action, page, visitor, details, at }: Entry): NewActivity {
  return {
    id: newId(at),
    user_id: userId,
    action,
    page: page ?? null,
    ip_address: visitor.ipAddress,
    location: visitor.location,
    device: visitor.device,
    user_agent: visitor.userAgent,
    details: details === undefined ? null : JSON.stringify(details),
    created_at: at,
  };
}

/** In the transaction of what it tells about: there is no change without its entry. */
export async function recordActivity(db: Db | Trx, entry: Entry): Promise<void> {
  await insertEntries(db, [entry]);
}

/** One batch, of one action or of all; answers how many. */
export async function deleteOldEntries(db: Db, action: Action | null, before: number, most: number): Promise<number> {
  let old = db.selectFrom('activity').select('id').where('created_at', '<', before).orderBy('created_at').limit(most);
  if (action !== null) old = old.where('action', '=', action);
  const { numDeletedRows } = await db.deleteFrom('activity').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

type Numbered = Record<string, NewActivity[keyof NewActivity]>;
const COLUMNS = [
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
] as const satisfies (keyof NewActivity)[];

/** SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 100;

const statementFor = (count: number) =>
  prepared<Numbered, unknown>((db, values) => {
    const row = (index: number) => Object.fromEntries(COLUMNS.map((name) => [name, values[`${name}${index}`]]));
    return db.insertInto('activity').values(Array.from({ length: count }, (_, index) => row(index) as never));
  });
const statements = new Map<number, ReturnType<typeof statementFor>>();

/** Up to a hundred with one statement, which is put together once for each number of them. */
export async function insertEntries(db: Db | Trx, entries: readonly Entry[]): Promise<void> {
  const insertAll = statements.get(entries.length) ?? statementFor(entries.length);
  statements.set(entries.length, insertAll);
  const values: Numbered = {};
  for (const [index, entry] of entries.entries()) {
    const row = activityRow(entry);
    for (const name of COLUMNS) values[`${name}${index}`] = row[name];
  }
  await insertAll(db, values);
}

/** Many at once, as one statement for each hundred. */
export async function recordActivities(trx: Trx, entries: readonly Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE)
    await insertEntries(trx, entries.slice(at, at + ROWS_AT_ONCE));
}
