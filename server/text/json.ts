import type * as z from 'zod';

/** Null if it is no JSON or of another shape. */
export function parseJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
