import { sql } from 'kysely';
import { actorLabel } from '../../../../contract/log/activity.rules.ts';
import { displayName } from '../../../db/queries.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';

/** What somebody is called, or was called when the account was deleted. */
interface Name {
  readonly name: string;
  readonly isFormer: boolean;
}

export type Names = ReadonlyMap<string, Name>;

export type Details = Readonly<Record<string, unknown>>;

/** As the log has it; what it says of one kind of change, another kind may not have. */
export const detailsOf = ({ details }: Pick<ActivityRow, 'details'>): Details =>
  details === null ? {} : JSON.parse(details);

/** The account that something was done to, where an entry is about one. */
export const aboutUserId = ({ user }: Details): string | null => (typeof user === 'string' ? user : null);

/** Most entries are about nobody else, and need not be taken apart to know it. */
const aboutWhom = (row: Pick<ActivityRow, 'details'>) =>
  row.details?.includes('"user":') === true ? aboutUserId(detailsOf(row)) : null;

/** Null for guests, for the terminal and where nobody is known. */
const accountOf = ({ user_id }: Pick<ActivityRow, 'user_id'>): string | null =>
  actorLabel(user_id) === null ? user_id : null;

/**
 * Of everybody whom these entries name, those who did something and those to whom it was done: one question for a page, by
 * primary keys. Entries keep ids, because names change.
 */
export async function namesIn(db: Db, rows: readonly Pick<ActivityRow, 'user_id' | 'details'>[]): Promise<Names> {
  const ids = new Set(rows.flatMap((row) => [accountOf(row), aboutWhom(row)]));
  ids.delete(null);
  return namesOf(db, [...ids] as string[]);
}

export async function namesOf(db: Db, wanted: readonly string[]): Promise<Names> {
  if (wanted.length === 0) return new Map();
  const named = await db
    .selectFrom('users')
    .select(['id', displayName.$notNull().as('name'), sql.lit(0).as('former')])
    .where('id', 'in', wanted)
    .unionAll(
      db
        .selectFrom('former_users')
        .select(['id', 'name', sql.lit(1).as('former')])
        .where('id', 'in', wanted),
    )
    .execute();
  return new Map(named.map(({ id, name, former }) => [id, { name, isFormer: former === 1 }]));
}

/** Who did it, where that was an account. Versions before kept the names of deleted accounts only in the entries of staff. */
export function actorIn(names: Names, row: Pick<ActivityRow, 'user_id' | 'actor_name'>): Name | null {
  if (actorLabel(row.user_id) !== null) return null;
  const known = names.get(row.user_id ?? '');
  return known ?? (row.actor_name === null ? null : { name: row.actor_name, isFormer: true });
}
