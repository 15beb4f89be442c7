import * as z from 'zod';
import { Done, Email, endpoint, Id, PageQuery, searchText } from '../endpoint.ts';
import { ActivityEntry, EntryCount } from '../log/activity.ts';
import { CODE_STATES, GUEST_PAGES, MAIL_STEPS } from '../verification/verification.rules.ts';
import { GUEST_LISTS, OUTCOMES, PRESENCES } from './guests.rules.ts';
import { HELP_REASONS } from './help.rules.ts';
import { MESSAGE_KINDS, MESSAGE_STATES, PROMPT_KINDS } from './messages.rules.ts';
import { SentMessage } from './messages.ts';
import { STUCK_REASONS } from './stuck.rules.ts';

export const MailState = z.object({
  state: z.enum(MAIL_STEPS),
  error: z.string().nullable(),
  at: z.iso.datetime(),
  /** For today's emails to this domain; null if unknown. */
  usualSeconds: z.int().nullable(),
});
export type MailState = z.output<typeof MailState>;

/** A crowded network is one row, which staff can open. */
export const GuestNetwork = z.object({
  name: z.string(),
  /** All guests; at most 50 are listed. */
  guests: z.int(),
  online: z.int(),
});
export type GuestNetwork = Readonly<z.output<typeof GuestNetwork>>;

export const Guest = z.object({
  /** Derived from the cookie's secret, so it can be public. */
  id: z.string(),
  /** The same for every browser at an IP address: `guest_203_0_113_7`. */
  guestId: z.string(),
  ipAddress: z.string(),
  /** Tells guests at one address apart. */
  tag: z.string(),
  /** Masked. */
  email: z.string().nullable(),
  page: z.string(),
  /** Older name of `page`. */
  lastPage: z.string(),
  pageSince: z.iso.datetime(),
  pageViews: z.int(),
  presence: z.enum(PRESENCES),
  presenceSince: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  outcome: z.enum(OUTCOMES),
  outcomeAt: z.iso.datetime().nullable(),
  code: z
    .object({
      state: z.enum(CODE_STATES),
      /** Null while the time doesn't run. */
      expiresAt: z.iso.datetime().nullable(),
      triesLeft: z.int(),
    })
    .nullable(),
  mail: MailState.nullable(),
  stuck: z.object({ reason: z.enum(STUCK_REASONS), since: z.iso.datetime() }).nullable(),
  help: z.object({ reason: z.enum(HELP_REASONS), since: z.iso.datetime() }).nullable(),
  /** The guest said that someone sent them here: staff can't message them until they go on. */
  halted: z.boolean(),
  helper: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Older name of the helper. */
  claimedBy: z.string().nullable(),
  message: SentMessage.nullable(),
  waiting: z.object({ prompt: z.enum(PROMPT_KINDS).nullable(), redirect: z.string().nullable() }),
  /** Null for guests who are listed on their own. */
  network: GuestNetwork.nullable(),
  location: z.string(),
  device: z.string(),
  /** Code of the guest's language; null after an update, until a page polls. */
  language: z.string().nullable(),
});
export type Guest = z.output<typeof Guest>;

export const GuestLog = ActivityEntry.omit({
  userName: true,
  formerName: true,
  about: true,
  guestId: true,
  details: true,
}).extend({
  userId: z.string(),
});
export type GuestLog = z.output<typeof GuestLog>;

export const logActivity = endpoint('POST /api/guest/log-activity', {
  summary: 'Report that this guest is on a page',
  body: z.object({ page: z.enum(GUEST_PAGES), email: Email.nullish().catch(null) }),
  answer: Done,
});

export const guestPresence = endpoint('POST /api/guest/presence', {
  summary: 'Report that the page is visible, hidden or closed',
  body: z.object({ page: z.enum(GUEST_PAGES), presence: z.enum(['here', 'away', 'left']) }),
  answer: Done,
});

export const listGuests = endpoint('GET /api/admin/guests', {
  scope: 'guests:read',
  summary:
    'Guests of the last 24 hours, at most 1,000, and 50 of a network that many come from: those who need help by reason and time, the others last seen first. The sidebar has at most 30: those who need help, then the latest to open their page',
  query: z.object({ view: z.enum(GUEST_LISTS).default('all'), q: searchText }),
  answer: z.array(Guest),
});

export const countGuests = endpoint('GET /api/admin/guests/counts', {
  summary: 'How many guests there are in each view',
  answer: z.object({ needsHelp: z.int(), here: z.int(), verified: z.int(), all: z.int() }),
});

export const TimelineEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.enum([
    'opened',
    'address_entered',
    'mail_queued',
    'mail_sent',
    'mail_failed',
    'mail_expired',
    'mail_bounced',
    'code_tried',
    'code_refused',
    'verified',
    'help_asked',
    'help_withdrawn',
    'halted',
    'went_on',
    ...MESSAGE_KINDS,
    'assigned',
    'unassigned',
  ]),
  /** Page, masked email address, text, URL, or why an email failed. */
  detail: z.string().nullable(),
  by: z.string().nullable(),
  state: z.enum(MESSAGE_STATES).nullable(),
  stateAt: z.iso.datetime().nullable(),
  /** The message's text, and the code of its language. */
  shown: z.object({ text: z.string(), language: z.string() }).nullable(),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const guestTimeline = endpoint('GET /api/admin/guests/:id/timeline', {
  summary: "A guest's timeline, newest first, at most 200 entries",
  params: z.object({ id: Id }),
  answer: z.array(TimelineEntry),
});

export const listGuestLogs = endpoint('GET /api/admin/guest-logs', {
  summary: 'What guests did, newest first',
  query: PageQuery,
  answer: z.array(GuestLog),
});

export const countGuestLogs = endpoint('GET /api/admin/guest-logs/count', {
  summary: 'How many entries the guest log has, up to a few seconds old',
  answer: EntryCount,
});

export const deleteGuestLogs = endpoint('DELETE /api/admin/guest-logs', {
  summary:
    'Delete entries of the guest log; reports of "Somebody told me to come here" stay until the audit retention ends',
  body: z.object({
    logIds: z
      .array(Id, 'Please select at least one entry')
      .min(1, 'Please select at least one entry')
      .max(10_000, 'At most 10,000 entries can be deleted at once'),
  }),
  answer: z.object({ deletedCount: z.int() }),
});
