import { sql } from 'kysely';
import { cachedFor, memoized } from '../../../bounded-cache.ts';
import type { Clock } from '../../../clock.ts';
import { isPostgres } from '../../../db/queries.ts';
import type { Db } from '../../../db/tables.ts';

const PARTS_REMEMBERED = 300;

/** A random sample estimates how many match. It chooses the query plan, never the result. */
export type Sample = (...parts: readonly string[]) => number;

function sampleOf(texts: readonly string[], users: number): Sample {
  const having = memoized(PARTS_REMEMBERED, (part) => Uint8Array.from(texts, (text) => Number(text.includes(part))));
  return (...parts) => {
    if (texts.length === 0) return 0;
    const found = parts.map(having);
    let count = 0;
    for (let index = 0; index < texts.length; index += 1) if (found.every((has) => has[index] === 1)) count += 1;
    return (count / texts.length) * users;
  };
}

export type FindSample = () => Promise<Sample>;

const KEPT_MS = 60_000;
/** Neighbouring rows are alike, so sample many places. */
const PLACES = 60;
const AT_EACH = 20;

export const userSample = (reader: Db, clock: Clock): FindSample =>
  cachedFor(KEPT_MS, clock, () => (isPostgres(reader) ? postgresSample(reader) : sqliteSample(reader)));

async function sqliteSample(reader: Db): Promise<Sample> {
  const { rows: last } = await sql<{ id: number | null }>`select max(id) as id from user_search_rows`.execute(reader);
  const users = last[0]?.id ?? 0;
  const places = Array.from({ length: PLACES }, () => Math.ceil(Math.random() * users));
  const wanted =
    users <= PLACES * AT_EACH
      ? Array.from({ length: users }, (_, index) => index + 1)
      : places.flatMap((place) => Array.from({ length: AT_EACH }, (_, index) => place + index));
  const { rows } = await sql<{ search: string }>`
    select users.search as search from user_search_rows join users on users.id = user_search_rows.user_id
    where user_search_rows.id in (select value from json_each(${JSON.stringify(wanted)}))
  `.execute(reader);
  const texts = rows.map(({ search }) => search);
  return sampleOf(texts, users);
}

async function postgresSample(reader: Db): Promise<Sample> {
  const { rows: size } = await sql<{ pages: number }>`
    select pg_relation_size('users') / current_setting('block_size')::int as pages`.execute(reader);
  const share = Math.min(1, PLACES / Math.max(1, size[0]?.pages ?? 1));
  const { rows } = await sql<{ search: string }>`
    select search from users tablesample system (${sql.lit(100 * share)}) limit ${sql.lit(PLACES * AT_EACH * 5)}
  `.execute(reader);
  const texts = rows.map(({ search }) => search);
  return sampleOf(texts, rows.length / share);
}
