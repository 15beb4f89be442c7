import * as z from 'zod';
import { endpoint, Id, PageQuery, searchText } from '../endpoint.ts';
import { EntryCount, Period } from '../log/activity.ts';

const GateSaid = z.object({
  jti: z.string(),
  /** The organisation's id of the guest. */
  sub: z.string().nullable(),
  claims: z.record(z.string(), z.unknown()),
});
export type GateSaid = z.output<typeof GateSaid>;

export const VerifiedEmail = z.object({
  id: z.string(),
  /** In full, because the code confirmed it. */
  email: z.string(),
  verifiedAt: z.iso.datetime(),
  /** From the first request of a code to the right code. */
  tookSeconds: z.int(),
  /** True if staff sent this guest a message. */
  helped: z.boolean(),
  /** Null if no token was needed. */
  gate: GateSaid.nullable(),
  /** Public id, while the list of guests has it. */
  guestId: z.string().nullable(),
});
export type VerifiedEmail = z.output<typeof VerifiedEmail>;

export const VerifiedQuery = z.object({
  /** A full email address or token subject; if none matches, any part of one. */
  q: searchText,
  ...Period.shape,
});
export type VerifiedQuery = z.output<typeof VerifiedQuery>;

export const listVerified = endpoint('GET /api/admin/verified', {
  scope: 'verified:read',
  summary:
    'Addresses that guests have confirmed, newest first; while a search goes on, a page may have fewer than asked for',
  query: VerifiedQuery.extend(PageQuery.shape),
  answer: z.array(VerifiedEmail),
});

export const findVerified = endpoint('GET /api/admin/verified/:id', {
  scope: 'verified:read',
  summary: 'One verified address',
  params: z.object({ id: Id }),
  answer: VerifiedEmail,
});

export const countVerified = endpoint('GET /api/admin/verified/count', {
  scope: 'verified:read',
  summary: 'How many verified addresses there are, up to a few seconds old; search results are not counted',
  query: VerifiedQuery.omit({ q: true }),
  answer: EntryCount,
});

export const exportVerified = endpoint('GET /api/admin/verified.csv', {
  scope: 'verified:read',
  summary: 'Every matching address as a CSV file',
  query: VerifiedQuery,
  answer: z.string(),
  answerType: 'text/csv',
});
