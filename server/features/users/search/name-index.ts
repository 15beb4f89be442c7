import { sql } from 'kysely';
import { isPostgres } from '../../../db/queries.ts';
import type { Db } from '../../../db/tables.ts';
import { allOf, containsWord } from './filter.ts';
import type { Sample } from './sample.ts';

/** Searches the rarest trigrams only: common ones are slow and exclude few. */

/** Index entries that one search may read. */
const READ_MAX = 80_000;
/** A prefix of one or two characters matches many trigrams. */
const SHORT_MAX = 5_000;
const LOOKED_AT_MAX = 5_000;
/** Tolerance, because the sample only estimates. */
const GUESSED_TOO_MANY = 3;

/** A word of one or two characters matches words that begin with it. */
function partsOf(word: string): string[] {
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
}

const isShort = (part: string) => [...part].length < 3;

/** Rarest first; null if too many users have all of them. */
function rareParts(words: readonly string[], sample: Sample): string[] | null {
  const parts = [...new Set(words.flatMap(partsOf))].map((part) => ({ part, users: sample(part) }));
  parts.sort((one, other) => one.users - other.users);
  const chosen: string[] = [];
  let read = 0;
  for (const { part, users } of parts) {
    read += users;
    if (read > READ_MAX) break;
    if (!isShort(part) || users <= SHORT_MAX) chosen.push(part);
  }
  return chosen.length === 0 || sample(...chosen) > LOOKED_AT_MAX * GUESSED_TOO_MANY ? null : chosen;
}

export async function fewWithParts(
  db: Db,
  words: readonly string[],
  sample: Sample,
  most: number,
): Promise<string[] | null> {
  if (sample(...words) > most * GUESSED_TOO_MANY) return null;
  const parts = rareParts(words, sample);
  if (parts === null) return null;
  const ids = await (isPostgres(db) ? fromPostgres(db, parts, words, most) : fromSqlite(db, parts, words, most));
  return ids === null || ids.length > most ? null : ids;
}

async function fromPostgres(db: Db, parts: readonly string[], words: readonly string[], most: number) {
  const quoted = (part: string) => `'${part.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const query = parts.map((part) => (isShort(part) ? `${quoted(part)}:*` : quoted(part))).join(' & ');
  const { rows } = await sql<{ id: string; isMore: boolean }>`
    with users as materialized (
      select user_id as id, search from user_search where gatehouse_parts(search) @@ ${query}::tsquery limit ${sql.lit(LOOKED_AT_MAX + 1)})
    select id, false as "isMore" from users where ${allOf(words.map((word) => containsWord(db, word)))}
    union all select '', true from (select count(*) as looked from users) having_looked
    where looked > ${sql.lit(LOOKED_AT_MAX)}
    limit ${sql.lit(most + 1)}
  `.execute(db);
  return rows.some(({ isMore }) => isMore) ? null : rows.map(({ id }) => id);
}

/** With more trigrams, a prefix is too common to search. */
const SHORT_PARTS_MAX = 300;
const LAST = '\u{10ffff}';

/** SQLite's index has positions, so rare trigrams are searched as a phrase. */
async function fromSqlite(db: Db, parts: readonly string[], words: readonly string[], most: number) {
  const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`;
  const whole = words.filter((word) => !isShort(word) && partsOf(word).every((part) => parts.includes(part)));
  const terms = whole.map(quoted);
  for (const part of parts.filter((each) => !whole.some((word) => word.includes(each)))) {
    if (!isShort(part)) {
      terms.push(quoted(part));
      continue;
    }
    const longer = await partsBeginningWith(db, part);
    if (longer.length === 0) return [];
    if (longer.length <= SHORT_PARTS_MAX) terms.push(`(${longer.map(quoted).join(' OR ')})`);
  }
  if (terms.length === 0) return null;
  const { rows } = await sql<{ id: string }>`
    select user_search_rows.user_id as id from user_search
    join user_search_rows on user_search_rows.id = user_search.rowid
    where user_search match ${terms.join(' AND ')} limit ${sql.lit(most + 1)}
  `.execute(db);
  return rows.map(({ id }) => id);
}

async function partsBeginningWith(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from user_search_parts where term >= ${text} and term < ${text + LAST}
    limit ${sql.lit(SHORT_PARTS_MAX + 1)}
  `.execute(db);
  return rows.map(({ term }) => term);
}
