import { isIP } from 'node:net';
import { sql } from 'kysely';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { prepared } from '../../db/prepared.ts';
import { deleteOldest, displayName } from '../../db/queries.ts';
import type { Db, RedirectRow, Trx } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import type { TimeCursor } from '../../http/cursor.ts';

const redirectGone = () => new HttpError('redirect_gone', 'This redirect has been delivered or removed already.');

/** Oldest first: of two of a kind the later one counts. */
const oldestFirst = (db: Db) => db.selectFrom('redirects').selectAll().orderBy('created_at');

export const allRedirects = (db: Db): Promise<RedirectRow[]> => oldestFirst(db).execute();

/** Those of "user:" with an id, or of "guest:" with the public id of a browser or an address. */
export function redirectsOf(db: Db, key: string): Promise<RedirectRow[]> {
  const of = key.slice(key.indexOf(':') + 1);
  const rows = oldestFirst(db);
  if (key.startsWith('user:')) return rows.where('user_id', '=', of).execute();
  if (isIP(of) === 0) return rows.where('guest_id', '=', of).execute();
  return rows.where('guest_ip', '=', of).where('guest_id', 'is', null).execute();
}

/** Newest first, with the name of the user it is for. */
const listed = (db: Db) =>
  db
    .selectFrom('redirects')
    .leftJoin('users', 'users.id', 'redirects.user_id')
    .selectAll('redirects')
    .select([displayName.as('user_name'), 'users.role as user_role'])
    .orderBy('redirects.created_at', 'desc')
    .orderBy('redirects.id', 'desc');

export const listedRedirect = (db: Db, id: string) => listed(db).where('redirects.id', '=', id).executeTakeFirst();

interface Shown {
  readonly guests: boolean;
  readonly users: boolean;
}

export const redirectsAfter = (db: Db, shown: Shown, after: TimeCursor | null, limit: number) => {
  const rows = listed(db)
    .limit(limit)
    .$if(!shown.guests, (query) => query.where('redirects.guest_ip', 'is', null))
    .$if(!shown.users, (query) => query.where('redirects.user_id', 'is', null));
  if (after === null) return rows.execute();
  return rows.where(sql<boolean>`(redirects.created_at, redirects.id) < (${after[0]}, ${after[1]})`).execute();
};

/** Whether this call is the one that used it up: of several processes one deletes the row. */
export async function deleteRedirect(db: Db | Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('redirects').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const isStored = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx.selectFrom('redirects').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Those of a browser, and the one-time ones of whoever comes from its address. Answers those that are gone. */
export const deleteForBrowser = (
  trx: Trx,
  { guestId, ipAddress }: { guestId: string; ipAddress: string },
): Promise<RedirectRow[]> =>
  trx
    .deleteFrom('redirects')
    .where(({ eb, or, and }) =>
      or([
        eb('guest_id', '=', guestId),
        and([eb('guest_ip', '=', ipAddress), eb('guest_id', 'is', null), eb('is_persistent', '=', 0)]),
      ]),
    )
    .returningAll()
    .execute();

export const takeOut = (trx: Trx, id: string): Promise<RedirectRow> =>
  trx.deleteFrom('redirects').where('id', '=', id).returningAll().executeTakeFirstOrThrow(redirectGone);

/** Those of a user to one page; answers them. */
export const takeOutForUser = prepared<{ userId: string; destination: string }, RedirectRow>(
  (db, { userId, destination }) =>
    db.deleteFrom('redirects').where('user_id', '=', userId).where('destination_path', '=', destination).returningAll(),
);

/** A newer redirect of a browser, or of whoever comes from an address, takes the place of every older one. */
export async function replaceForGuest(trx: Trx, row: RedirectRow): Promise<void> {
  const older = trx.deleteFrom('redirects');
  const ofTarget =
    row.guest_id === null
      ? older.where('guest_ip', '=', row.guest_ip).where('guest_id', 'is', null)
      : older.where('guest_id', '=', row.guest_id);
  await ofTarget.execute();
  await trx.insertInto('redirects').values(row).execute();
}

/** A newer redirect of a user takes the place of an older one that is as persistent as it is. */
export async function replaceForUsers(trx: Trx, rows: readonly RedirectRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const userIds = rows.map(({ user_id }) => user_id);
  const older = trx.deleteFrom('redirects').where('user_id', 'in', userIds);
  await older.where('is_persistent', '=', first.is_persistent).execute();
  await trx.insertInto('redirects').values(rows).execute();
}

/** Guests' redirects that lead out of the flow, but for those to this address with this message. */
export const deleteExitsOtherThan = (
  trx: Trx,
  { exitUrl, exitMessage }: { exitUrl: string; exitMessage: string },
): Promise<RedirectRow[]> =>
  trx
    .deleteFrom('redirects')
    .where('guest_ip', 'is not', null)
    .where('destination_path', 'not in', [EMAIL_ENTRY_PATH, VERIFY_CODE_PATH])
    .where(sql<boolean>`not (destination_path = ${exitUrl} and coalesce(message, '') = ${exitMessage})`)
    .returningAll()
    .execute();

/** Redirects that no guest came back for; persistent ones stay until an admin removes them. Answers their ids. */
export const deleteOldGuestRedirects = (db: Db, before: number, most: number): Promise<string[]> => {
  const where = sql<boolean>`guest_ip is not null and is_persistent = 0`;
  return deleteOldest(db, { table: 'redirects', key: 'id', time: 'created_at', before, where }, most);
};

/** Until the transaction ends, nobody else gets past this. */
export async function lockRedirect(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('redirects').set({ is_persistent: sql`is_persistent` }).where('id', '=', id).execute();
}

interface Recorded {
  readonly redirectId: string;
  readonly userId: string;
  readonly since: number;
}

/** Whether the log says that a user got this redirect. Along the index of a user's entries. */
export async function isRecordedSince(trx: Trx, { redirectId, userId, since }: Recorded): Promise<boolean> {
  const entry = await trx
    .selectFrom('activity')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('action', '=', 'redirect')
    .where('details', 'like', `{"steer":"${redirectId}",%`)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
