import { sql } from 'kysely';
import type { Activity, ChangeKind, GUEST_ACTIONS } from '../../../../contract/log/activity.rules.ts';
import { withMacs } from '../../../db/audit-chain/entry-macs.ts';
import { newId } from '../../../db/ids.ts';
import { preparedInsert } from '../../../db/prepared.ts';
import { deleteOldest } from '../../../db/queries.ts';
import type { Db, NewActivity, Trx } from '../../../db/tables.ts';
import type { Actor, Visitor } from '../../../visitor/visitor.ts';

/** One entry of the log: what happened, who did it, from where and when. */
export type Entry = Activity & {
  readonly userId: string | null;
  readonly staff?: Actor['staff'];
  readonly page?: string;
  readonly visitor: Visitor;
  readonly at: number;
  /** Of an address that the entry shows masked: whoever knows the whole of it finds the entry. Nobody is shown this. */
  readonly addressHash?: string;
  /** The public id of the browser in the guest flow that did it, or that staff did it to. */
  readonly guestId?: string | undefined;
};

/** What users do with their own accounts. */
const OWN_CHANGES: readonly ChangeKind[] = [
  'details',
  'password',
  'registered',
  'terms accepted',
  'security check passed',
  'second factor added',
  'second factor removed',
  'passkey renamed',
  'recovery codes made',
  'own session ended',
  'other sessions ended',
  'own e-mail',
];

/**
 * By the account, and by what only staff do: a change that is not one of users to their own account is one of staff. What a
 * guest was shown or where they were led is part of that record, and so is that they were told to come here: no admin shortens
 * it by shortening how long guests are known.
 */
const isOfStaff = ({ staff, action, details }: Entry) =>
  staff !== undefined ||
  (action === 'help' && details.help === 'halted') ||
  action === 'admin_redirect' ||
  action === 'redirect' ||
  (action === 'profile_update' && !OWN_CHANGES.includes(details.change));

function activityRow(entry: Entry) {
  const { userId, staff, action, page, visitor, details, at, addressHash, guestId } = entry;
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
    staff: isOfStaff(entry) ? 1 : 0,
    actor_name: staff ?? null,
    guest_id: guestId ?? null,
  } as const satisfies NewActivity;
}

/** In the transaction of what it tells about: there is no change without its entry. */
export async function recordActivity(db: Db | Trx, entry: Entry): Promise<void> {
  await insertEntries(db, [entry]);
}

/** Word for word as the index has it, so that the databases know that it can be used. */
const OF_USERS = sql<boolean>`staff = 0 and action not in ('page_view', 'email_entry', 'code_entry', 'code_success', 'code_failed')`;

const NOT_OF_STAFF = sql<boolean>`staff = 0`;

/** One batch: what users did, or one action of guests. What staff did goes with its chain (`db/audit-chain`). Answers how many. */
export async function deleteOldEntries(
  db: Db,
  whose: 'users' | (typeof GUEST_ACTIONS)[number],
  before: number,
  most: number,
): Promise<number> {
  const old = { table: 'activity', key: 'id', time: 'created_at', before } as const;
  const those =
    whose === 'users' ? { ...old, where: OF_USERS } : ({ ...old, of: ['action', whose], where: NOT_OF_STAFF } as const);
  return (await deleteOldest(db, those, most)).length;
}

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
  'staff',
  'actor_name',
  'guest_id',
] as const;

const insertRows = preparedInsert('activity', COLUMNS);
const insertBoundRows = preparedInsert('activity', [...COLUMNS, 'mac', 'kind', 'target']);

/** SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 100;

/** Up to a hundred with one statement. Guests come in crowds, and of what they do nothing is bound. */
export function insertEntries(db: Db | Trx, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(activityRow);
  return rows.some(({ staff }) => staff === 1) ? insertBoundRows(db, withMacs(db, rows)) : insertRows(db, rows);
}

/** Many at once, as one statement for each hundred. */
export async function recordActivities(trx: Trx, entries: readonly Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE)
    await insertEntries(trx, entries.slice(at, at + ROWS_AT_ONCE));
}
