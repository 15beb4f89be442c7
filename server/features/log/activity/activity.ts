import { type DialectAdapter, sql } from 'kysely';
import type { Activity, ChangeKind, GUEST_ACTIONS } from '../../../../contract/log/activity.rules.ts';
import { withMacs } from '../../../db/audit-chain/entry-macs.ts';
import { newId } from '../../../db/ids.ts';
import { preparedInsert } from '../../../db/prepared.ts';
import { deleteOldest } from '../../../db/queries.ts';
import type { Db, NewActivity, Trx } from '../../../db/tables.ts';
import type { Actor, Visitor } from '../../../visitor/visitor.ts';

export type Entry = Activity & {
  readonly userId: string | null;
  readonly staff?: Actor['staff'];
  readonly apiKey?: Actor['apiKey'];
  readonly page?: string;
  readonly visitor: Visitor;
  readonly at: number;
  /** For search only; the entry shows the masked address. */
  readonly emailHash?: string;
  /** The browser that acted, or that staff acted on. */
  readonly guestId?: string | undefined;
};

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

/** Includes what guests were shown: the guests' retention setting must not delete it. */
const isOfStaff = ({ staff, action, details }: Entry) =>
  staff !== undefined ||
  (action === 'help' && details.help === 'halted') ||
  action === 'admin_redirect' ||
  action === 'redirect' ||
  (action === 'profile_update' && !OWN_CHANGES.includes(details.change));

function activityRow(entry: Entry) {
  const { userId, staff, apiKey, action, page, visitor, details, at, emailHash, guestId } = entry;
  return {
    id: newId(at),
    user_id: userId,
    action,
    page: page ?? null,
    ip_address: visitor.ipAddress,
    location: visitor.location,
    device: visitor.device,
    user_agent: visitor.userAgent,
    details: details === undefined ? null : JSON.stringify({ ...details, addressHash: emailHash, apiKey }),
    created_at: at,
    staff: isOfStaff(entry) ? 1 : 0,
    actor_name: staff ?? null,
    guest_id: guestId ?? null,
  } as const satisfies NewActivity;
}

/** Must match the index's condition. */
const OF_USERS = sql<boolean>`staff = 0 and action not in ('page_view', 'email_entry', 'code_entry', 'code_success', 'code_failed')`;

const NOT_OF_STAFF = sql<boolean>`staff = 0`;

/** Staff entries are deleted with their links (`db/audit-chain`). */
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

/** SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 100;

type Follow = (trx: Db | Trx, entries: readonly Entry[]) => Promise<void>;

/** Keyed by adapter, which transactions share, so that code that writes entries doesn't know the follower. */
const following = new WeakMap<DialectAdapter, Follow>();

const adapterOf = (db: Db | Trx) => db.getExecutor().adapter;

/** `follow` runs in the transaction that writes the entries. */
export const followEntries = (db: Db, follow: Follow): void => void following.set(adapterOf(db), follow);

export async function recordActivities(db: Db | Trx, entries: readonly Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
    const rows = entries.slice(at, at + ROWS_AT_ONCE).map(activityRow);
    // Only staff entries are in the audit chain.
    if (rows.some(({ staff }) => staff === 1)) await insertBoundRows(db, withMacs(db, rows));
    else await insertRows(db, rows);
  }
  await following.get(adapterOf(db))?.(db, entries);
}

export const recordActivity = (db: Db | Trx, entry: Entry): Promise<void> => recordActivities(db, [entry]);
