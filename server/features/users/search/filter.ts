import { type RawBuilder, sql } from 'kysely';
import type { Role, UserStanding } from '../../../../contract/users/users.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import { isPostgres, searchedText } from '../../../db/queries.ts';
import type { Db, Trx } from '../../../db/tables.ts';
import { onlineSessionsOf } from '../../../sessions/sessions.ts';
import { searchable } from '../../../text/names.ts';

export const searchedLine = (q: string) => searchable(searchedText(q)).replaceAll(/\s+/g, ' ').trim();

/** Longest first, because it is most selective. Drops words contained in others. */
export function searchedWords(q: string): string[] {
  const words = [...new Set(searchedLine(q).split(' ').filter(Boolean))];
  words.sort((one, other) => other.length - one.length);
  return words.filter((word, index) => !words.slice(0, index).some((longer) => longer.includes(word)));
}

export const containsWord = (db: Db | Trx, word: string): RawBuilder<boolean> =>
  isPostgres(db) ? sql<boolean>`strpos(users.search, ${word}) > 0` : sql<boolean>`instr(users.search, ${word}) > 0`;

/** Inactive accounts have partial indexes. */
export const isSetAside = (standing: UserStanding | undefined): standing is 'suspended' | 'needs_auth' =>
  standing === 'suspended' || standing === 'needs_auth';

/** SQLite needs the condition of the partial index repeated; PostgreSQL would misestimate it. */
export function statusIs(db: Db | Trx, standing: UserStanding): RawBuilder<boolean> {
  if (!isSetAside(standing)) return sql<boolean>`users.status = 'active'`;
  const status = sql<boolean>`users.status = ${sql.lit(standing)}`;
  return isPostgres(db) ? status : sql<boolean>`${status} and users.status <> 'active'`;
}

export function isOfStaff(db: Db | Trx, role: Exclude<Role, 'user'>): RawBuilder<boolean> {
  const has = sql<boolean>`users.role = ${sql.lit(role)}`;
  return isPostgres(db) ? has : sql<boolean>`${has} and users.role <> 'user'`;
}

export const isOnline = (db: Db | Trx, now: number) => {
  const sessions = onlineSessionsOf(db, sql`users.id`, now).select(sql`1`.as('one'));
  return sql<boolean>`exists ${sessions}`;
};

export function isWanted(
  db: Db | Trx,
  { standing, role }: Omit<UserFilter, 'q'>,
  words: readonly string[],
  now: number,
): RawBuilder<boolean>[] {
  const conditions = words.map((word) => containsWord(db, word));
  if (standing !== undefined) conditions.push(statusIs(db, standing));
  if (role !== undefined) conditions.push(sql<boolean>`users.role = ${sql.lit(role)}`);
  if (standing === 'online') conditions.push(isOnline(db, now));
  if (standing === 'offline') conditions.push(sql<boolean>`not ${isOnline(db, now)}`);
  return conditions;
}

export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

export const matchesFilter = (db: Db | Trx, wanted: UserFilter, now: number): RawBuilder<boolean> =>
  allOf(isWanted(db, wanted, searchedWords(wanted.q), now));
