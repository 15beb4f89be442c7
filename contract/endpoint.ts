import type * as z from 'zod';

/** One call of the API: the server serves it, the web client and the API document are typed by it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
