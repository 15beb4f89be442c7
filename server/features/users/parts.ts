import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../../db/queries.ts';
import type { Db } from '../../db/tables.ts';
import type { Sample } from './sample.ts';

/**
 * The index of parts knows of every three characters who has them. It is asked for the rarest parts of what is searched
 * for, because common ones take long and rule out nobody; whoever has the parts is then looked at.
 */

/** How many parts are asked for at most, and how many users may have them: what the index reads for each is as many. */
const PARTS_MAX = 4;
const RAREST_MAX = 50_000;
const FURTHER_MAX = 150_000;
/** The sample only guesses, so it is tried somewhat beyond. */
const GUESSED_TOO_MANY = 4;

/** Of a word of one or two characters the word itself: the parts that begin with it are meant. */
function partsOf(word: string): string[] {
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
}

/** The parts to ask for; null when the index is of no use, because so many have all of them. */
function rareParts(words: readonly string[], sample: Sample, most: number): string[] | null {
  const parts = [...new Set(words.flatMap(partsOf))].map((part) => ({ part, users: sample.count(part) }));
  parts.sort((one, other) => one.users - other.users);
  const [rarest] = parts;
  if (rarest === undefined || rarest.users > RAREST_MAX) return null;
  const chosen = parts
    .filter(({ users }) => users <= FURTHER_MAX)
    .slice(0, PARTS_MAX)
    .map(({ part }) => part);
  return sample.count(...chosen) > most * GUESSED_TOO_MANY ? null : chosen;
}

/** Everybody who may have the words, when they are few; null when they are not. */
export async function fewWithParts(
  db: Db,
  words: readonly string[],
  sample: Sample,
  most: number,
): Promise<string[] | null> {
  const parts = rareParts(words, sample, most);
  if (parts === null) return null;
  const ids = await (isPostgres(db) ? fromPostgres(db, parts, most) : fromSqlite(db, parts, most));
  return ids === null || ids.length > most ? null : ids;
}

const idsOf = async (query: RawBuilder<{ id: string }>, db: Db) => (await query.execute(db)).rows.map(({ id }) => id);

function fromPostgres(db: Db, parts: readonly string[], most: number): Promise<string[]> {
  const quoted = (part: string) => `'${part.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const query = parts.map((part) => ([...part].length < 3 ? `${quoted(part)}:*` : quoted(part))).join(' & ');
  return idsOf(
    sql`select id from users where gatehouse_parts(search) @@ ${query}::tsquery limit ${sql.lit(most + 1)}`,
    db,
  );
}

/** Parts that begin with a text of one or two characters; more than these mean that it is everywhere. */
const SHORT_PARTS_MAX = 300;
/** Sorts after every other character. */
const LAST = '\u{10ffff}';

async function fromSqlite(db: Db, parts: readonly string[], most: number): Promise<string[] | null> {
  const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`;
  const terms: string[] = [];
  for (const part of parts) {
    if ([...part].length >= 3) {
      terms.push(quoted(part));
      continue;
    }
    const longer = await partsBeginningWith(db, part);
    if (longer.length === 0) return [];
    if (longer.length <= SHORT_PARTS_MAX) terms.push(`(${longer.map(quoted).join(' OR ')})`);
  }
  if (terms.length === 0) return null;
  return idsOf(
    sql`
      select user_search_rows.user_id as id from user_search
      join user_search_rows on user_search_rows.id = user_search.rowid
      where user_search match ${terms.join(' AND ')} limit ${sql.lit(most + 1)}`,
    db,
  );
}

async function partsBeginningWith(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from user_search_parts where term >= ${text} and term < ${text + LAST}
    limit ${sql.lit(SHORT_PARTS_MAX + 1)}
  `.execute(db);
  return rows.map(({ term }) => term);
}
