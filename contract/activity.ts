import * as z from 'zod';

export const ActivityEntry = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  action: z.string(),
  page: z.string().nullable(),
  ipAddress: z.string(),
  location: z.string(),
  /** "Chrome on Linux": the user agent in words. */
  device: z.string(),
  userAgent: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
  createdAt: z.iso.datetime(),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;
