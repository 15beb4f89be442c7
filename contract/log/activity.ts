import * as z from 'zod';
import { endpoint, Id, PageQuery, searchText } from '../endpoint.ts';
import { ACTIONS } from './activity.rules.ts';

const value = z.union([z.string(), z.number()]);
const SettingChange = z.union([z.object({ from: value, to: value }), z.string()]);

export const ActivityEntry = z.object({
  id: z.string(),
  /** A user's id, or guest_ with the address of a guest; null when nobody is known. */
  userId: z.string().nullable(),
  /** Who that is now; null for guests and for accounts that are gone. */
  userName: z.string().nullable(),
  /** What somebody was called whose account is gone; null for everybody else. */
  formerName: z.string().nullable(),
  /** Whom it is about, where that is somebody else than who did it: an account by its present or last name, or a guest. */
  about: z
    .union([
      z.object({ userId: z.string(), name: z.string(), isFormer: z.boolean() }),
      z.object({ guestIp: z.string() }),
    ])
    .nullable(),
  /** The public id of the browser in the guest flow that it is of or about, while the list of guests has it. */
  guestId: z.string().nullable(),
  action: z.enum(ACTIONS),
  page: z.string().nullable(),
  ipAddress: z.string(),
  location: z.string(),
  /** "Chrome on Linux": the user agent in words. */
  device: z.string(),
  userAgent: z.string(),
  /** As `Activity` in the rules has it. Entries of older versions may say more or less. */
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), SettingChange)]))
    .nullable(),
  createdAt: z.iso.datetime(),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

export const ActivityFilter = z.enum(['all', 'login', 'failed', 'page_view', 'admin_redirect']);
export type ActivityFilter = z.output<typeof ActivityFilter>;

export const ActivityQuery = z.object({
  filter: ActivityFilter.default('all'),
  /** Any part of user, page, address, location, device or details. */
  q: searchText,
  /** From this moment on. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Up to, and not at, this moment. */
  to: z.iso.datetime({ offset: true }).optional(),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

export const listActivity = endpoint('GET /api/admin/activity', {
  summary: 'What happened, newest first; a page with a cursor may be short while a search goes on',
  query: ActivityQuery.extend(PageQuery.shape),
  answer: z.array(ActivityEntry),
});

export const findActivity = endpoint('GET /api/admin/activity/:id', {
  summary: 'One entry',
  params: z.object({ id: Id }),
  answer: ActivityEntry,
});

/** No more than `COUNTED_MAX` are counted; then there are more. */
export const EntryCount = z.object({ count: z.int(), more: z.boolean() });
export type EntryCount = z.output<typeof EntryCount>;

export const countActivity = endpoint('GET /api/admin/activity/count', {
  summary: 'How many entries there are, a few seconds exact; those that a search finds are not counted',
  query: ActivityQuery.omit({ q: true }),
  answer: EntryCount,
});

export const exportActivity = endpoint('GET /api/admin/activity.csv', {
  summary: 'The same as a file, every matching entry',
  query: ActivityQuery,
  answer: z.string(),
  answerType: 'text/csv',
});
