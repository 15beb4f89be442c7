import * as z from 'zod';
import { endpoint, Id, PageQuery, searchText } from '../endpoint.ts';
import { ACTIONS } from './activity.rules.ts';

const value = z.union([z.string(), z.number()]);
const SettingChange = z.union([z.object({ from: value, to: value }), z.string()]);

/** Tells guests apart, beside the IP address. The masked email is known only while the guest is listed. */
export const GuestMark = z.object({ tag: z.string(), email: z.string().nullable() });

export const ActivityEntry = z.object({
  id: z.string(),
  /** An account's id, or `guest_` with an IP address. */
  userId: z.string().nullable(),
  /** Null for guests and deleted accounts. */
  userName: z.string().nullable(),
  formerName: z.string().nullable(),
  /** Name of the API key, if a program acted for the user. */
  apiKey: z.string().optional(),
  about: z
    .union([
      z.object({ userId: z.string(), name: z.string(), isFormer: z.boolean() }),
      z.object({ guestIp: z.string() }),
    ])
    .nullable(),
  /** Public id, while the list of guests has it. */
  guestId: z.string().nullable(),
  /** The guest who acted or whom it is about. Null for accounts and for messages to a whole address. */
  guest: GuestMark.nullable(),
  action: z.enum(ACTIONS),
  page: z.string().nullable(),
  ipAddress: z.string(),
  location: z.string(),
  device: z.string(),
  userAgent: z.string(),
  /** Usually an `Activity`; other versions may differ. */
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), SettingChange)]))
    .nullable(),
  createdAt: z.iso.datetime(),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

export const ActivityFilter = z.enum(['all', 'login', 'failed', 'page_view', 'admin_redirect']);
export type ActivityFilter = z.output<typeof ActivityFilter>;

const moment = z.iso.datetime({ offset: true }).optional();
export const Period = z.object({ from: moment, to: moment });

export const ActivityQuery = z.object({
  filter: ActivityFilter.default('all'),
  q: searchText,
  ...Period.shape,
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

export const listActivity = endpoint('GET /api/admin/activity', {
  scope: 'activity:read',
  summary: 'The activity log, newest first; while a search goes on, a page may have fewer entries than asked for',
  query: ActivityQuery.extend(PageQuery.shape),
  answer: z.array(ActivityEntry),
});

export const findActivity = endpoint('GET /api/admin/activity/:id', {
  scope: 'activity:read',
  summary: 'One entry of the activity log',
  params: z.object({ id: Id }),
  answer: ActivityEntry,
});

export const EntryCount = z.object({ count: z.int(), more: z.boolean() });
export type EntryCount = z.output<typeof EntryCount>;

export const countActivity = endpoint('GET /api/admin/activity/count', {
  scope: 'activity:read',
  summary: 'How many entries there are, up to a few seconds old; search results are not counted',
  query: ActivityQuery.omit({ q: true }),
  answer: EntryCount,
});

export const exportActivity = endpoint('GET /api/admin/activity.csv', {
  scope: 'activity:read',
  summary: 'Every matching entry of the activity log as a CSV file',
  query: ActivityQuery,
  answer: z.string(),
  answerType: 'text/csv',
});
