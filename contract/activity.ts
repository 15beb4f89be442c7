import * as z from 'zod';
import { endpoint } from './endpoint.ts';

export const ActivityEntry = z.object({
  id: z.string(),
  /** A user's id, or guest_ with the address of a guest; null when nobody is known. */
  userId: z.string().nullable(),
  /** Who that is now; null for guests and for accounts that are gone. */
  userName: z.string().nullable(),
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

export const ActivityFilter = z.enum(['all', 'login', 'failed', 'page_view', 'admin_redirect']);
export type ActivityFilter = z.output<typeof ActivityFilter>;

export const ActivityQuery = z.object({
  filter: ActivityFilter.default('all'),
  /** Any part of user, page, address, location, device or details. */
  q: z.string().max(200, 'Please search for something shorter').default(''),
  /** From this moment on. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Up to, and not at, this moment. */
  to: z.iso.datetime({ offset: true }).optional(),
});

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity',
  summary: 'What happened, newest first; a page with a cursor may be short while a search goes on',
  query: ActivityQuery.extend({
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    cursor: z.string().max(500).optional(),
  }),
  answer: z.array(ActivityEntry),
});
