import * as z from 'zod';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id.ts';
import { isPlainText, NOT_PLAIN_TEXT } from './people.ts';

export const checkUserRedirect = endpoint({
  method: 'GET',
  path: '/api/user/check-redirect',
  summary: 'Where the support team sends the signed-in user; a one-time redirect is used up by this',
  answer: z.object({ redirect: z.string().nullable() }),
});

export const Redirect = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  /** What that user is called, for the list. */
  userName: z.string().nullable(),
  guestIp: z.string().nullable(),
  destinationPath: z.string(),
  reason: z.string().nullable(),
  isPersistent: z.boolean(),
  isGuestRedirect: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Redirect = z.output<typeof Redirect>;

const DESTINATION_MISSING = 'Please choose a destination';
const destinationPath = z.string(DESTINATION_MISSING).min(1, DESTINATION_MISSING).max(2_000, DESTINATION_MISSING);

const reason = z
  .string()
  .trim()
  .max(300, 'Reasons can have at most 300 characters')
  .refine(isPlainText, NOT_PLAIN_TEXT)
  .nullish()
  .transform((text) => text || null);

export const USER_MISSING = 'Please select a user';
export const GUEST_MISSING = 'Please enter a guest IP address';

export const RedirectInput = z
  .object({
    userId: Id.nullish(),
    guestIp: z.string().trim().max(100, GUEST_MISSING).nullish(),
    destinationPath,
    reason,
    isPersistent: z.boolean().default(false),
    isGuestRedirect: z.boolean().default(false),
  })
  .refine((input) => input.isGuestRedirect || Boolean(input.userId), { path: ['userId'], message: USER_MISSING })
  .refine((input) => !input.isGuestRedirect || Boolean(input.guestIp), { path: ['guestIp'], message: GUEST_MISSING });

export const listRedirects = endpoint({
  method: 'GET',
  path: '/api/admin/redirects',
  summary: 'Redirects that have not been delivered or apply in every session, newest first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    cursor: z.string().max(500).optional(),
  }),
  answer: z.array(Redirect),
});

export const createRedirect = endpoint({
  method: 'POST',
  path: '/api/admin/redirects',
  summary: 'Send a user or a guest to another page, once or in every session',
  body: RedirectInput,
  answer: Redirect,
});

export const removeRedirect = endpoint({
  method: 'DELETE',
  path: '/api/admin/redirects/:id',
  summary: 'Remove a redirect',
  params: z.object({ id: Id }),
  answer: Done,
});

export const RedirectFilter = z.enum(['online', 'incomplete_profile', 'needs_auth', 'logged_in_today']);
export type RedirectFilter = z.output<typeof RedirectFilter>;

export const countRedirected = endpoint({
  method: 'GET',
  path: '/api/admin/redirects/bulk',
  summary: 'How many users a bulk redirect would send; `more` when they are too many for one',
  query: z.object({ filter: RedirectFilter }),
  answer: z.object({ count: z.int(), more: z.boolean() }),
});

export const bulkRedirect = endpoint({
  method: 'POST',
  path: '/api/admin/redirects/bulk',
  summary: 'Send every matching user to a page, all or none',
  body: z.object({ filter: RedirectFilter, destinationPath, reason, isPersistent: z.boolean().default(false) }),
  answer: z.object({ affected: z.int() }),
});
