import * as z from 'zod';

/** The answer of calls that have nothing else to say. */
export const Done = z.object({ success: z.literal(true) });
