import * as z from 'zod';
import { Done, endpoint, Id, optionalText, PageQuery } from '../endpoint.ts';
import { LeftOut } from '../guests/messages.ts';
import { GuestMark } from '../log/activity.ts';
import { ROLES } from '../users/users.rules.ts';
import { GUEST_MISSING, USER_MISSING } from './redirects.rules.ts';

export const checkUserRedirect = endpoint('GET /api/user/check-redirect', {
  summary: 'Where the support team redirects the signed-in user; a one-time redirect is used up by this',
  answer: z.object({
    redirect: z.string().nullable(),
    isPersistent: z.boolean(),
    /** As staff wrote it. */
    reason: z.string().nullable(),
  }),
});

export const Redirect = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** Only admins can redirect staff. */
  userRole: z.enum(ROLES).nullable(),
  guestIp: z.string().nullable(),
  guestId: z.string().nullable(),
  guest: GuestMark.nullable(),
  destinationPath: z.string(),
  reason: z.string().nullable(),
  isPersistent: z.boolean(),
  isGuestRedirect: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Redirect = z.output<typeof Redirect>;

const DESTINATION_MISSING = 'Please choose a destination';
const destinationPath = z.string(DESTINATION_MISSING).min(1, DESTINATION_MISSING).max(2_000, DESTINATION_MISSING);

const reason = optionalText(300, 'Reasons');

const Target = z.object({
  userId: Id.nullish(),
  /** Without it: every browser at the address. */
  guestId: Id.nullish(),
  guestIp: z.string().trim().max(100, GUEST_MISSING).nullish(),
  isGuestRedirect: z.boolean().default(false),
});

export const isForGuest = ({ isGuestRedirect, userId, guestId, guestIp }: z.output<typeof Target>) =>
  isGuestRedirect || Boolean(guestId) || (!userId && Boolean(guestIp));

export const RedirectInput = Target.extend({
  /** Take over from another helper. */
  stepIn: z.boolean().default(false),
  destinationPath: destinationPath.optional(),
  /** Use the exit of the settings as destination. */
  exit: z.boolean().default(false),
  reason,
  isPersistent: z.boolean().default(false),
})
  .refine((input) => isForGuest(input) || Boolean(input.userId), { path: ['userId'], message: USER_MISSING })
  .refine((input) => !isForGuest(input) || Boolean(input.guestId || input.guestIp), {
    path: ['guestIp'],
    message: GUEST_MISSING,
  })
  .refine((input) => input.exit !== (input.destinationPath !== undefined) && (isForGuest(input) || !input.exit), {
    path: ['destinationPath'],
    message: DESTINATION_MISSING,
  });

export const listRedirects = endpoint('GET /api/admin/redirects', {
  summary: 'Active redirects, newest first: one-time ones not delivered yet, and persistent ones',
  query: PageQuery,
  answer: z.array(Redirect),
});

export const createRedirect = endpoint('POST /api/admin/redirects', {
  summary: 'Send a user or a guest to another page, once or in every session',
  body: RedirectInput,
  answer: Redirect.extend({ leftOut: LeftOut }),
});

export const removeRedirect = endpoint('DELETE /api/admin/redirects/:id', {
  summary: 'Remove a redirect',
  params: z.object({ id: Id }),
  answer: Done,
});

export const RedirectFilter = z.enum(['online', 'incomplete_profile', 'needs_auth', 'logged_in_today']);
export type RedirectFilter = z.output<typeof RedirectFilter>;

export const countRedirected = endpoint('GET /api/admin/redirects/bulk', {
  summary: 'How many users a bulk redirect would reach; `more` if there are too many for one',
  query: z.object({ filter: RedirectFilter }),
  answer: z.object({ count: z.int(), more: z.boolean() }),
});

export const bulkRedirect = endpoint('POST /api/admin/redirects/bulk', {
  summary: 'Send every matching user to a page, all or none',
  body: z.object({ filter: RedirectFilter, destinationPath, reason, isPersistent: z.boolean().default(false) }),
  answer: z.object({ affected: z.int() }),
});
