import * as z from 'zod';

/** The body of every answer that is not a success. `error` is stable, `message` is for people. */
export const ErrorBody = z.object({ error: z.string(), message: z.string() });
export type ErrorBody = z.output<typeof ErrorBody>;
