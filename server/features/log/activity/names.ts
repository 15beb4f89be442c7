import { sql } from 'kysely';
import { actorLabel } from '../../../../contract/log/activity.rules.ts';
import { displayName } from '../../../db/queries.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';

interface Name {
  readonly name: string;
  readonly isFormer: boolean;
}

export type Names = ReadonlyMap<string, Name>;

export type Details = Readonly<Record<string, unknown>>;

export const detailsOf = ({ details }: Pick<ActivityRow, 'details'>): Details =>
  details === null ? {} : JSON.parse(details);

export const aboutUserId = ({ user }: Details): string | null => (typeof user === 'string' ? user : null);

/** Most entries aren't about an account, so skip parsing them. */
const aboutWhom = (row: Pick<ActivityRow, 'details'>) =>
  row.details?.includes('"user":') === true ? aboutUserId(detailsOf(row)) : null;

export const apiKeyOf = (row: Pick<ActivityRow, 'details'>): string | undefined => {
  const apiKey = row.details?.includes('"apiKey":') === true ? detailsOf(row).apiKey : undefined;
  return typeof apiKey === 'string' ? apiKey : undefined;
};

const accountOf = ({ user_id }: Pick<ActivityRow, 'user_id'>): string | null =>
  actorLabel(user_id) === null ? user_id : null;

/** "Mira Kolb (mira)". People choose their full name, so only the username identifies them. */
export const nameWithUsername = (name: string, username: string): string =>
  name === username ? username : `${name} (${username})`;

/** Entries have ids only, because names change. */
export async function namesIn(db: Db, rows: readonly Pick<ActivityRow, 'user_id' | 'details'>[]): Promise<Names> {
  const ids = new Set(rows.flatMap((row) => [accountOf(row), aboutWhom(row)]));
  ids.delete(null);
  return namesOf(db, [...ids] as string[]);
}

export async function namesOf(db: Db, wanted: readonly string[]): Promise<Names> {
  if (wanted.length === 0) return new Map();
  const named = await db
    .selectFrom('users')
    .select(['id', displayName.$notNull().as('name'), 'username', sql.lit(0).as('former')])
    .where('id', 'in', wanted)
    .unionAll(
      db
        .selectFrom('former_users')
        .select(['id', 'name', 'username', sql.lit(1).as('former')])
        .where('id', 'in', wanted),
    )
    .execute();
  return new Map(
    named.map(({ id, name, username, former }) => [
      id,
      { name: nameWithUsername(name, username), isFormer: former === 1 },
    ]),
  );
}

/** Falls back to the entry's own name for accounts deleted before `former_users` existed. */
export function actorIn(names: Names, row: Pick<ActivityRow, 'user_id' | 'actor_name'>): Name | null {
  if (actorLabel(row.user_id) !== null) return null;
  const known = names.get(row.user_id ?? '');
  return known ?? (row.actor_name === null ? null : { name: row.actor_name, isFormer: true });
}
