import { sql } from 'kysely';
import { COMMAND_LINE_ID } from '../../contract/log/activity.rules.ts';
import { DAY_MS, isLongAgo } from '../clock.ts';
import type { AdminTermRow, Db, Trx } from '../db/tables.ts';

/** For this long, an account counts as the same person as any admin who could have used it. */
const DEPENDENT_MS = 30 * DAY_MS;

const isAdmin = sql<boolean>`role = 'admin' and status <> 'suspended'`;

export async function adminsAmong(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom('users').select('id').where('id', 'in', ids).where(isAdmin).execute();
  return rows.map(({ id }) => id);
}

/** An admin who creates, unlocks or resets a staff account could use it themselves. Decision 33. */
export async function beginTerms(trx: Trx, users: readonly string[], by: string, at: number): Promise<void> {
  const ids = users.filter((id) => id !== by);
  if (ids.length === 0) return;
  const staff = await trx
    .selectFrom('users')
    .select(['id', 'email_by'])
    .where('id', 'in', ids)
    .where('role', '<>', sql.lit('user'))
    .execute();
  if (staff.length === 0) return;
  const staffIds = staff.map(({ id }) => id);
  await restartMeans(trx, staffIds, at);
  const behind = new Map<string | null, readonly string[]>();
  for (const one of new Set([by, ...staff.map(({ email_by }) => email_by)]))
    if (one !== null && one !== COMMAND_LINE_ID) behind.set(one, (await possibleUsersOf(trx, one, at)).people);
  // Whoever set the email address could read a password sent to it.
  const means = staff.flatMap(({ id, email_by }) => {
    const people = new Set([by, email_by].flatMap((one) => behind.get(one) ?? []));
    people.delete(id);
    return [...people].map((admin_id) => ({ user_id: id, admin_id, since: at }));
  });
  if (means.length > 0)
    await trx
      .insertInto('account_means')
      .values(means)
      .onConflict((conflict) => conflict.columns(['user_id', 'admin_id']).doUpdateSet({ since: at }))
      .execute();
  if (by === COMMAND_LINE_ID) return;
  const admins = await adminsAmong(trx, staffIds);
  if (admins.length === 0) return;
  const term = { began_at: at, began_by: by, ended_at: null };
  await trx
    .insertInto('admin_terms')
    .values(admins.map((user_id) => ({ user_id, ...term })))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(term))
    .execute();
}

/** Call when the owner replaces a password that others may know. */
export async function ownPasswordChosen(trx: Trx, userId: string, at: number): Promise<void> {
  await restartMeans(trx, [userId], at);
  await trx.updateTable('admin_terms').set({ began_at: at }).where('user_id', '=', userId).execute();
}

const restartMeans = (trx: Trx, ids: readonly string[], at: number) =>
  trx.updateTable('account_means').set({ since: at }).where('user_id', 'in', ids).execute();

export async function endTerms(trx: Trx, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto('admin_terms')
    .values(ids.map((user_id) => ({ user_id, began_at: 0, began_by: null, ended_at: at })))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ended_at: at }))
    .execute();
}

export interface PossibleUsers {
  readonly id: string;
  readonly term: Pick<AdminTermRow, 'began_at'> | undefined;
  readonly people: readonly string[];
}

export async function possibleUsersOf(db: Db | Trx, userId: string, now: number): Promise<PossibleUsers> {
  const term = await db.selectFrom('admin_terms').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const means = await db.selectFrom('account_means').selectAll().where('user_id', '=', userId).execute();
  // Processes of the previous version write only this.
  if (term !== undefined && term.began_by !== null)
    means.push({ user_id: userId, admin_id: term.began_by, since: term.began_at });
  const others = means.filter(({ since }) => !isLongAgo(since, DEPENDENT_MS, now));
  return { id: userId, term, people: [...new Set([userId, ...others.map(({ admin_id }) => admin_id)])] };
}

const isNewAdmin = ({ term }: Pick<PossibleUsers, 'term'>, now: number): boolean =>
  term !== undefined && !isLongAgo(term.began_at, DAY_MS, now);

const mayBeSamePerson = (one: Pick<PossibleUsers, 'people'>, other: Pick<PossibleUsers, 'people'>): boolean =>
  one.people.some((person) => other.people.includes(person));

export type Confirmation = 'possible' | 'own' | 'too_new';

/** A confirmation needs a second person: not the asker, nor an account that one of the two could be using. */
export function confirmationBy(reader: PossibleUsers, asker: PossibleUsers, now: number): Confirmation {
  if (reader.id === asker.id) return 'own';
  return isNewAdmin(reader, now) || mayBeSamePerson(reader, asker) ? 'too_new' : 'possible';
}

/** Remembers a day, so that no one becomes the only admin by locking out the others. */
export async function hasHadOtherAdmin(db: Db | Trx, userId: string, now: number): Promise<boolean> {
  const there = await db.selectFrom('users').select('id').where(isAdmin).where('id', '<>', userId).limit(1).execute();
  if (there.length > 0) return true;
  const gone = await db
    .selectFrom('admin_terms')
    .select('user_id')
    .where('user_id', '<>', userId)
    .where('ended_at', '>', now - DAY_MS)
    .limit(1)
    .execute();
  return gone.length > 0;
}

export async function sweepAdminHistory(db: Db, now: number): Promise<void> {
  const before = now - DEPENDENT_MS;
  await db
    .deleteFrom('admin_terms')
    .where('began_at', '<', before)
    .where(sql<boolean>`coalesce(ended_at, 0) < ${before}`)
    .execute();
  await db
    .deleteFrom('account_means')
    .where('since', '<', before)
    .where(sql<boolean>`not exists (select 1 from users where users.id = account_means.user_id)`)
    .execute();
}
