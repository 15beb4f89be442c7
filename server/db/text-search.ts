import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './dialect.ts';

/** What somebody searches for. PostgreSQL takes no zero byte and no half of a character, and nothing stored has any. */
export const searchedText = (q: string) =>
  q
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();

/** Both in lower case by the database: SQLite knows of ASCII letters only, and would not find an "É" as it is written. */
export function containsText<T>(db: Kysely<T>, text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql<boolean>`strpos(lower(coalesce(${text}, '')), lower(${wanted}::text)) > 0`
    : sql<boolean>`instr(lower(coalesce(${text}, '')), lower(${wanted})) > 0`;
}
