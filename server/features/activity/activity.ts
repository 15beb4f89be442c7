import { newId } from '../../db/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, NewActivity, Trx } from '../../db/tables.ts';
import type { Visitor } from '../../http/visitor.ts';

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

/** Ten columns each; SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 100;

const insert = prepared<NewActivity & Record<string, unknown>, unknown>((db, row) =>
  db.insertInto('activity').values({
    id: row.id,
    user_id: row.user_id,
    action: row.action,
    page: row.page,
    ip_address: row.ip_address,
    location: row.location,
    device: row.device,
    user_agent: row.user_agent,
    details: row.details,
    created_at: row.created_at,
  }),
);

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
  await insert(db, activityRow(activity));
}

/** Many at once, as one statement for each hundred. */
export async function recordActivities(trx: Trx, activities: readonly Activity[]): Promise<void> {
  for (let at = 0; at < activities.length; at += ROWS_AT_ONCE) {
    const rows = activities.slice(at, at + ROWS_AT_ONCE).map(activityRow);
    await trx.insertInto('activity').values(rows).execute();
  }
}

/** How a guest is called where users have their id. */
export const guestUserId = (ipAddress: string) => `guest_${ipAddress.replaceAll('.', '_')}`;

/** "Guest (192.0.2.7)" for the id of a guest, null for any other. */
export function guestLabel(userId: string | null): string | null {
  if (userId === null || !userId.startsWith('guest_')) return null;
  return `Guest (${userId.slice('guest_'.length).replaceAll('_', '.')})`;
}
