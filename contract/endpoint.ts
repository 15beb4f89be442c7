import * as z from 'zod';
import { problem } from './language/problem.rules.ts';
import type { Scope } from './programs/keys.rules.ts';
import { asciiEmail, isEmail } from './text/email.ts';
import { isPlainText, isVisibleName, NOT_PLAIN_TEXT } from './text/plain-text.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Path = `/${string}`;

interface Definition {
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyType?: 'text/csv';
  readonly answer: z.ZodType;
  readonly answerType?: 'text/csv';
  /** May answer 202: accepted, but not in effect yet. */
  readonly mayWait?: true;
  /** Opens the endpoint to API keys. */
  readonly scope?: Scope;
}

export interface Endpoint extends Definition {
  readonly method: Method;
  readonly path: Path;
}

export function endpoint<M extends Method, P extends Path, const D extends Definition>(
  call: `${M} ${P}`,
  definition: D,
) {
  const [method, path] = call.split(' ') as [M, P];
  return { method, path, ...definition };
}

export const Done = z.object({ success: z.literal(true) });

/** Restricted, because PostgreSQL rejects zero bytes in queries. */
export const Id = z
  .string()
  .max(100)
  .regex(/^[\w-]*$/);

/** Stored, counted and masked in this normalised form only. */
export const Email = z
  .string(problem('emailInvalid'))
  .trim()
  .max(254, problem('emailInvalid'))
  .refine(isEmail, problem('emailInvalid'))
  .overwrite(asciiEmail);

export const isText = (text: string) => text.isWellFormed() && !text.includes('\0');

export const optional = (text: z.ZodString) => text.nullish().transform((given) => given || null);

/** For text by staff. */
export const optionalText = (most: number, what: string) =>
  optional(
    z.string().trim().max(most, `${what} can have at most ${most} characters`).refine(isPlainText, NOT_PLAIN_TEXT),
  );

export const name = (most: number, tooLong = problem('tooLong', most)) =>
  z
    .string()
    .trim()
    .max(most, tooLong)
    .refine(isPlainText, problem('notPlainText'))
    .refine(isVisibleName, problem('invisible'));
export const optionalName = (most: number, tooLong?: string) => optional(name(most, tooLong));

export const PAGE_SIZE_MAX = 1_000;

/** `cursor` is the previous page's X-Next-Cursor header. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(100),
  cursor: z.string().max(2_000).optional(),
});

export const searchText = z.string().max(200, 'Please shorten your search').default('');
