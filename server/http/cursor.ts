import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { Id } from '../../contract/endpoint.ts';
import { badInput } from '../errors.ts';

/** An opaque position. Clients can forge one, so it is parsed like any input. */
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

export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly end: TimeCursor | null;
}

type Timed = { readonly created_at: number; readonly id: string };

export const placeOf = ({ created_at, id }: Timed): TimeCursor => [created_at, id];

const newestFirst = ([time, id]: TimeCursor, [otherTime, otherId]: TimeCursor) =>
  otherTime - time || (id < otherId ? 1 : id > otherId ? -1 : 0);

/** Complete only as far back as all lists were searched, so a page with a cursor may be short. */
export function mergedByTime<Row extends Timed>(
  found: readonly Found<Row>[],
  limit: number,
): { rows: Row[]; next: string | null } {
  const [end] = found.flatMap((list) => (list.end === null ? [] : [list.end])).sort(newestFirst);
  const rows = found
    .flatMap((list) => list.rows)
    .filter((row) => end === undefined || newestFirst(placeOf(row), end) <= 0)
    .sort((one, other) => newestFirst(placeOf(one), placeOf(other)));
  if (rows.length <= limit) return { rows, next: end === undefined ? null : encodeCursor(end) };
  const first = rows.slice(0, limit);
  return { rows: first, next: encodeCursor(placeOf(first.at(-1) as Row)) };
}

export function page<Item>(reply: FastifyReply, items: Item[], next: string | null): Item[] {
  if (next !== null) reply.header('x-next-cursor', next);
  return items;
}
