import type { FastifyReply } from 'fastify';
import { type SelectQueryBuilder, sql } from 'kysely';
import * as z from 'zod';
import { Id } from '../../contract/endpoint.ts';
import type { Tables } from '../db/tables.ts';
import { badInput } from '../errors.ts';

/** Clients can forge a cursor, so it is parsed like any input. */
export const encodeCursor = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');

export function decodeCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw badInput('This cursor is not valid. Please start again with the first page.');
  }
}

export const TimeCursor = z.tuple([z.int(), Id]);
export type TimeCursor = z.output<typeof TimeCursor>;

export function nextByTime(rows: readonly { created_at: number; id: string }[], limit: number): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : encodeCursor([last.created_at, last.id]);
}

interface Found<Row> {
  readonly rows: readonly Row[];
  readonly end: TimeCursor | null;
}

type Timed = { readonly created_at: number; readonly id: string };

const cursorOf = ({ created_at, id }: Timed): TimeCursor => [created_at, id];

const newestFirst = ([time, id]: TimeCursor, [otherTime, otherId]: TimeCursor) =>
  otherTime - time || (id < otherId ? 1 : id > otherId ? -1 : 0);

export interface PageByTime<Row> {
  readonly rows: Row[];
  /** Also after a page with few rows, if the search may find more. */
  readonly next: string | null;
}

/** Results are complete only back to the time that all lists have been searched to. */
function mergedByTime<Row extends Timed>(found: readonly Found<Row>[], limit: number): PageByTime<Row> {
  const [end] = found.flatMap((list) => (list.end === null ? [] : [list.end])).sort(newestFirst);
  const rows = found
    .flatMap((list) => list.rows)
    .filter((row) => end === undefined || newestFirst(cursorOf(row), end) <= 0)
    .sort((one, other) => newestFirst(cursorOf(one), cursorOf(other)));
  if (rows.length <= limit) return { rows, next: end === undefined ? null : encodeCursor(end) };
  const first = rows.slice(0, limit);
  return { rows: first, next: encodeCursor(cursorOf(first.at(-1) as Row)) };
}

/** Rows read for one page (decision 39). */
const LOOK_AT = 5_000;

type Rows<Table extends keyof Tables, Row> = SelectQueryBuilder<Tables, Table, Row>;

interface Wanted {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Each query uses an index on time; `narrow` adds conditions that no index has. */
export async function searchByTime<Table extends keyof Tables, Row extends Timed>(
  table: Table,
  queries: readonly Rows<Table, Row>[],
  { limit, cursor }: Wanted,
  narrow: ((rows: Rows<Table, Row>) => Rows<Table, Row>) | null,
): Promise<PageByTime<Row>> {
  const [time, id] = [sql.ref<number>(`${table}.created_at`), sql.ref<string>(`${table}.id`)];
  const place = sql`(${time}, ${id})`;
  const after = cursor === undefined ? null : decodeCursor(TimeCursor, cursor);
  const found: Found<Row>[] = [];
  for (const all of queries) {
    const ordered = all.orderBy(time, 'desc').orderBy(id, 'desc');
    const rest = after === null ? ordered : ordered.where(sql<boolean>`${place} < (${after[0]}, ${after[1]})`);
    let [rows, end]: [Rows<Table, Row>, TimeCursor | null] = [rest, null];
    if (narrow !== null) {
      const places = rest.clearSelect().select([time.as('created_at'), id.as('id')]);
      const last = await places
        .limit(1)
        .offset(LOOK_AT - 1)
        .executeTakeFirst();
      end = last === undefined ? null : cursorOf(last);
      if (end !== null) rows = rows.where(sql<boolean>`${place} >= (${end[0]}, ${end[1]})`);
      rows = narrow(rows);
    }
    const some = (await rows.limit(limit).execute()) as Row[];
    const oldest = some.at(-1);
    found.push({ rows: some, end: oldest !== undefined && some.length === limit ? cursorOf(oldest) : end });
  }
  return mergedByTime(found, limit);
}

export function page<Item>(reply: FastifyReply, items: Item[], next: string | null): Item[] {
  if (next !== null) reply.header('x-next-cursor', next);
  return items;
}
