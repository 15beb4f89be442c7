import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../../server/db/queries.ts';
import type { Db } from '../../server/db/tables.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Few enough that no statement exceeds the application's query timeout. */
export const ROWS_AT_ONCE = 20_000;

/** Rows generated in SQL, spread evenly over a time that ends now. */
export interface Spread {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** `with numbers (n, at, hex) as …`: number and time of each row, and both as hexadecimal digits for an id. */
export function numbers(db: Db, { count, start, end }: Spread, from: number): RawBuilder<unknown> {
  const hex = (value: RawBuilder<unknown>) =>
    isPostgres(db) ? sql`lpad(to_hex(${value}), 12, '0')` : sql`printf('%012x', ${value})`;
  const last = Math.min(from + ROWS_AT_ONCE, count) - 1;
  const at = sql`${sql.lit(start)} + n * ${sql.lit(end - start)} / ${sql.lit(count)}`;
  return sql`
    counted (n) as (
      select cast(${sql.lit(from)} as bigint) union all select n + 1 from counted where n < ${sql.lit(last)}),
    numbers (n, at, id) as (
      select n, ${at}, substr(${hex(at)}, 1, 8) || '-' || substr(${hex(at)}, 9, 4) || '-7000-8000-' || ${hex(sql`n`)} from counted)`;
}

/** One of these texts for each row. */
export const oneOf = (number: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<string> =>
  sql`case ${number} % ${sql.lit(texts.length)}
    ${sql.join(
      texts.map((text, index) => sql`when ${sql.lit(index)} then ${sql.lit(text)}`),
      sql` `,
    )} end`;

/** The address of a guest by number, with dots or another separator. */
export const addressOf = (number: RawBuilder<unknown>, between: '.' | '_') => {
  const part = (shift: number) => sql`(${number} / ${sql.lit(2 ** shift)} % 256)`;
  return sql<string>`10 || ${sql.lit(between)} || ${part(16)} || ${sql.lit(between)} || ${part(8)} || ${sql.lit(between)} || ${part(0)}`;
};

/** Over thousands of domains, a third of them at one large provider. */
export const emailOf = (number: RawBuilder<unknown>) =>
  sql<string>`'guest' || ${number} || case when ${number} % 3 = 0 then '@example.com' else '@company' || (${number} * 7919 % 5003) || '.example' end`;
