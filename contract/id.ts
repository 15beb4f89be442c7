import * as z from 'zod';

/** How rows are named. Nothing else is looked for, because PostgreSQL cannot be asked for a text with a zero byte. */
export const Id = z
  .string()
  .max(100)
  .regex(/^[\w-]*$/);
