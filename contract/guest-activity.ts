import * as z from 'zod';
import { ActivityEntry } from './activity.ts';
import { Done, Email, endpoint, Id, PageQuery } from './endpoint.ts';
import { GUEST_MISSING } from './redirects.rules.ts';
import { GUEST_PAGES } from './verification.rules.ts';

/** The mail with a guest's code, from the latest one. */
export const MailState = z.object({
  state: z.enum(['queued', 'sent', 'failed', 'expired']),
  /** Why it has not been sent (yet). */
  error: z.string().nullable(),
  at: z.iso.datetime(),
});
export type MailState = z.output<typeof MailState>;

/** A network with more guests than a few at once: they are one line that opens. */
export const GuestNetwork = z.object({
  /** "2001:db8:1:2::/64", "203.0.113.0/24". */
  name: z.string(),
  /** In all; the list has no more than 50 of them. */
  guests: z.int(),
  online: z.int(),
});
export type GuestNetwork = Readonly<z.output<typeof GuestNetwork>>;

export const Guest = z.object({
  /** guest_ followed by the address, as in the activity log. */
  guestId: z.string(),
  ipAddress: z.string(),
  lastPage: z.string(),
  /** Since when the guest is on that page. */
  pageSince: z.iso.datetime(),
  pageViews: z.int(),
  lastSeenAt: z.iso.datetime(),
  /** The page was open a moment ago. */
  online: z.boolean(),
  /** The network whose line the guest belongs to; null for those who have a line of their own. */
  network: GuestNetwork.nullable(),
  location: z.string(),
  device: z.string(),
  mail: MailState.nullable(),
  /** What the support team has sent and the guest has not got yet. */
  waiting: z.object({ prompt: z.enum(['email', 'code']).nullable(), redirect: z.string().nullable() }),
});
export type Guest = z.output<typeof Guest>;

export const GuestLog = ActivityEntry.omit({ userName: true, details: true }).extend({ userId: z.string() });
export type GuestLog = z.output<typeof GuestLog>;

/** How staff name a guest in a call. */
export const GuestIp = z.string(GUEST_MISSING).trim().min(1, GUEST_MISSING).max(100, GUEST_MISSING);

export const logActivity = endpoint('POST /api/guest/log-activity', {
  summary: 'Tell that this guest is on a page',
  body: z.object({ page: z.enum(GUEST_PAGES), email: Email.nullish().catch(null) }),
  answer: Done,
});

export const listGuests = endpoint('GET /api/admin/guests', {
  summary: 'Guests of the last 24 hours, last seen first, at most 1,000, and 50 of a network that many come from',
  answer: z.array(Guest),
});

export const listGuestLogs = endpoint('GET /api/admin/guest-logs', {
  summary: 'What guests did, newest first',
  query: PageQuery,
  answer: z.array(GuestLog),
});

export const deleteGuestLogs = endpoint('DELETE /api/admin/guest-logs', {
  summary: 'Delete entries of the guest log',
  body: z.object({
    logIds: z
      .array(Id, 'Please select at least one entry')
      .min(1, 'Please select at least one entry')
      .max(10_000, 'At most 10,000 entries can be deleted at once'),
  }),
  answer: z.object({ deletedCount: z.int() }),
});
