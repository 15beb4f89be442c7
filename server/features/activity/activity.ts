import { newId } from '../../db/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, NewActivity, Trx } from '../../db/tables.ts';
import type { Visitor } from '../../visitor/visitor.ts';

type Action =
  | 'login'
  | 'logout'
  | 'page_view'
  | 'profile_update'
  | 'failed_login'
  | 'redirect'
  | 'admin_redirect'
  | 'email_entry'
  | 'code_entry'
  | 'code_success'
  | 'code_failed';

export interface Activity {
  readonly userId: string | null;
  readonly action: Action;
  readonly page?: string;
  readonly visitor: Visitor;
  /** Never what somebody typed: people put passwords and codes into the wrong fields. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  readonly at: number;
}

function activityRow({ userId, action, page, visitor, details, at }: Activity): NewActivity {
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
export async function recordActivity(db: Db | Trx, activity: Activity): Promise<void> {
  await insertActivities(db, [activity]);
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
export async function insertActivities(db: Db | Trx, activities: readonly Activity[]): Promise<void> {
  const insertAll = statements.get(activities.length) ?? statementFor(activities.length);
  statements.set(activities.length, insertAll);
  const values: Numbered = {};
  for (const [index, activity] of activities.entries()) {
    const row = activityRow(activity);
    for (const name of COLUMNS) values[`${name}${index}`] = row[name];
  }
  await insertAll(db, values);
}

/** Many at once, as one statement for each hundred. */
export async function recordActivities(trx: Trx, activities: readonly Activity[]): Promise<void> {
  for (let at = 0; at < activities.length; at += ROWS_AT_ONCE)
    await insertActivities(trx, activities.slice(at, at + ROWS_AT_ONCE));
}

/** How a guest is called where users have their id. */
export const guestUserId = (ipAddress: string) => `guest_${ipAddress.replaceAll('.', '_')}`;

/** How the terminal of the server is called there. */
export const COMMAND_LINE_ID = 'command_line';

/** "Guest (192.0.2.7)" for the id of a guest, "Command line" for the terminal, null for any other. */
export function actorLabel(userId: string | null): string | null {
  if (userId === COMMAND_LINE_ID) return 'Command line';
  if (userId === null || !userId.startsWith('guest_')) return null;
  return `Guest (${userId.slice('guest_'.length).replaceAll('_', '.')})`;
}
