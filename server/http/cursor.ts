import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { Id } from '../../contract/endpoint.ts';
import { badInput } from '../errors.ts';

/** Where the next page begins, as opaque text. Anybody can make one up, so it is parsed like all input. */
export const encodeCursor = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');

export function decodeCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw badInput('This cursor is not valid. Please start again with the first page.');
  }
}

/** In lists that are ordered by time. */
export const TimeCursor = z.tuple([z.int(), Id]);
export type TimeCursor = z.output<typeof TimeCursor>;

/** Where such a list goes on after these rows; null when they are the last. */
export function nextByTime(rows: readonly { created_at: number; id: string }[], limit: number): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : encodeCursor([last.created_at, last.id]);
}

/** One page of a list; the header names the next one. */
export function page<Item>(reply: FastifyReply, items: Item[], next: string | null): Item[] {
  if (next !== null) reply.header('x-next-cursor', next);
  return items;
}
