import type * as z from 'zod';

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
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
