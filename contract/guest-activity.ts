import * as z from 'zod';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id.ts';

/** The mail with a guest's code, from the latest one. */
export const MailState = z.object({
  state: z.enum(['queued', 'sent', 'failed', 'expired']),
  /** Why it has not been sent (yet). */
  error: z.string().nullable(),
  at: z.iso.datetime(),
});
export type MailState = z.output<typeof MailState>;

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
  location: z.string(),
  device: z.string(),
  mail: MailState.nullable(),
  /** What the support team has sent and the guest has not got yet. */
  waiting: z.object({ prompt: z.enum(['email', 'code']).nullable(), redirect: z.string().nullable() }),
});
export type Guest = z.output<typeof Guest>;

export const GuestLog = z.object({
  id: z.string(),
  userId: z.string(),
  action: z.string(),
  page: z.string().nullable(),
  ipAddress: z.string(),
  location: z.string(),
  device: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
});
export type GuestLog = z.output<typeof GuestLog>;

export const listGuests = endpoint({
  method: 'GET',
  path: '/api/admin/guests',
  summary: 'Guests of the last 24 hours, last seen first, at most 1,000',
  answer: z.array(Guest),
});

export const listGuestLogs = endpoint({
  method: 'GET',
  path: '/api/admin/guest-logs',
  summary: 'What guests did, newest first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    cursor: z.string().max(500).optional(),
  }),
  answer: z.array(GuestLog),
});

export const deleteGuestLogs = endpoint({
  method: 'DELETE',
  path: '/api/admin/guest-logs',
  summary: 'Delete entries of the guest log',
  body: z.object({
    logIds: z
      .array(Id, 'Please select at least one entry')
      .min(1, 'Please select at least one entry')
      .max(10_000, 'At most 10,000 entries can be deleted at once'),
  }),
  answer: z.object({ deletedCount: z.int() }),
});

const GUEST_IP_MISSING = 'Please enter a guest IP address';

export const promptGuest = endpoint({
  method: 'POST',
  path: '/api/admin/guest-prompt',
  summary: 'Show a guest one of the two messages of the settings; any other message is refused',
  body: z.object({
    guestIp: z.string(GUEST_IP_MISSING).trim().min(1, GUEST_IP_MISSING).max(100, GUEST_IP_MISSING),
    /** Left out it is the email prompt. */
    message: z.string().max(500).nullish(),
  }),
  answer: Done,
});
