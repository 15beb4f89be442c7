import * as z from 'zod';
import { asciiEmail, EMAIL_INVALID, isEmail } from './text/email.ts';
import { INVISIBLE, isPlainText, isVisibleName, NOT_PLAIN_TEXT } from './text/plain-text.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Path = `/${string}`;

/** What a call takes and answers. */
interface Definition {
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** JSON unless it says otherwise; then the body reaches the handler as a stream. */
  readonly bodyType?: 'text/csv';
  readonly answer: z.ZodType;
  /** JSON unless it says otherwise; then the answer is a file, sent line by line. */
  readonly answerType?: 'text/csv';
  /** Answers 202 in place of 200 where something of what was asked for is not done yet. */
  readonly mayWait?: true;
}

/** One call of the API: the server serves it, the web client and the API document are typed by it. */
export interface Endpoint extends Definition {
  readonly method: Method;
  readonly path: Path;
}

/** Named as the web client calls it: "GET /api/portal". */
export function endpoint<M extends Method, P extends Path, const D extends Definition>(
  call: `${M} ${P}`,
  definition: D,
) {
  const [method, path] = call.split(' ') as [M, P];
  return { method, path, ...definition };
}

/** The answer of calls that have nothing else to say. */
export const Done = z.object({ success: z.literal(true) });

/** How rows are named. Nothing else is looked for, because PostgreSQL cannot be asked for a text with a zero byte. */
export const Id = z
  .string()
  .max(100)
  .regex(/^[\w-]*$/);

/** From here on there is one spelling of it, however it was typed: it is stored, counted, masked and written to by that. */
export const Email = z
  .string(EMAIL_INVALID)
  .trim()
  .max(254, EMAIL_INVALID)
  .refine(isEmail, EMAIL_INVALID)
  .overwrite(asciiEmail);

/** Several lines are fine; what PostgreSQL cannot store is not. */
export const isText = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Empty is the same as not given. */
export const optional = (text: z.ZodString) => text.nullish().transform((given) => given || null);

const line = (most: number, what: string) =>
  z.string().trim().max(most, `${what} can have at most ${most} characters`).refine(isPlainText, NOT_PLAIN_TEXT);

/** One line of it. */
export const optionalText = (most: number, what: string) => optional(line(most, what));

/** One line that names a person, a thing or a place. */
export const name = (most: number, what: string) => line(most, what).refine(isVisibleName, INVISIBLE);
export const optionalName = (most: number, what: string) => optional(name(most, what));

export const PAGE_SIZE_MAX = 1_000;

/** What every list takes: how many, and where the page before it ended (its header X-Next-Cursor). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(100),
  cursor: z.string().max(2_000).optional(),
});

/** What lists with a search take as well. */
export const searchText = z.string().max(200, 'Please search for something shorter').default('');
