import * as z from 'zod';
import { EMAIL_INVALID, isEmail } from './email.ts';

/** One call of the API: the server serves it, the web client and the API document are typed by it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** JSON unless it says otherwise; then the body reaches the handler as a stream. */
  readonly bodyType?: 'text/csv';
  readonly answer: z.ZodType;
  /** JSON unless it says otherwise; then the answer is a file, sent line by line. */
  readonly answerType?: 'text/csv';
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** The answer of calls that have nothing else to say. */
export const Done = z.object({ success: z.literal(true) });

/** How rows are named. Nothing else is looked for, because PostgreSQL cannot be asked for a text with a zero byte. */
export const Id = z
  .string()
  .max(100)
  .regex(/^[\w-]*$/);

export const Email = z.string(EMAIL_INVALID).trim().max(254, EMAIL_INVALID).refine(isEmail, EMAIL_INVALID);

export const PAGE_SIZE_MAX = 1_000;

/** What every list takes: how many, and where the page before it ended (its header X-Next-Cursor). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(100),
  cursor: z.string().max(2_000).optional(),
});

/** What lists with a search take as well. */
export const searchText = z.string().max(200, 'Please search for something shorter').default('');
