import { type RawBuilder, sql } from 'kysely';
import type { UserStanding } from '../../../contract/users.rules.ts';
import type { UserFilter } from '../../../contract/users.ts';
import { isPostgres, searchedText } from '../../db/queries.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { searchable } from '../../names.ts';
import { onlineSessions } from '../../sessions/sessions.ts';

/** What is searched for, word by word: each of them has to be in a name or the e-mail address. */
const wordsOf = (q: string) => searchable(searchedText(q)).split(/\s+/).filter(Boolean);

/**
 * Whether a row of `users` is one of those that the list shows with this filter. For whoever walks through them in an order of
 * their own; the list itself finds its rows along indexes (`search.ts`).
 */
export function matchesFilter(db: Db | Trx, { q, standing, role }: UserFilter, now: number): RawBuilder<boolean> {
  const contains = (word: string) =>
    isPostgres(db) ? sql<boolean>`strpos(users.search, ${word}) > 0` : sql<boolean>`instr(users.search, ${word}) > 0`;
  const conditions = wordsOf(q).map(contains);
  if (role !== undefined) conditions.push(sql`users.role = ${role}`);
  if (standing !== undefined) conditions.push(hasStanding(db, standing, now));
  return conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` and `)})`;
}

function hasStanding(db: Db | Trx, standing: UserStanding, now: number): RawBuilder<boolean> {
  if (standing === 'suspended' || standing === 'needs_auth') return sql`users.status = ${standing}`;
  const session = onlineSessions(db, now).select('id').where('user_id', '=', sql.ref<string>('users.id'));
  return standing === 'online'
    ? sql`users.status = 'active' and exists ${session}`
    : sql`users.status = 'active' and not exists ${session}`;
}
