import * as z from 'zod';
import { endpoint, Id, PageQuery, searchText } from '../endpoint.ts';
import { EntryCount } from '../log/activity.ts';

/** What the token said with which a guest came in. */
const GateSaid = z.object({
  /** The id of the token. */
  jti: z.string(),
  /** Whom the organisation sent, by its own name for them. */
  sub: z.string().nullable(),
  /** Everything else, as the organisation wrote it. */
  claims: z.record(z.string(), z.unknown()),
});
export type GateSaid = z.output<typeof GateSaid>;

export const VerifiedEmail = z.object({
  id: z.string(),
  /** Whole: whoever entered the code has shown that the address is theirs. */
  email: z.string(),
  verifiedAt: z.iso.datetime(),
  /** From the first request of a code for this address until the right one. */
  tookSeconds: z.int(),
  /** Somebody of the staff prompted, moved or sent a code to this guest meanwhile. */
  helped: z.boolean(),
  /** Null where guests need no token. */
  gate: GateSaid.nullable(),
  /** The public id of the browser, while the list of guests has it. */
  guestId: z.string().nullable(),
});
export type VerifiedEmail = z.output<typeof VerifiedEmail>;

export const VerifiedQuery = z.object({
  /** A whole address or subject of a gate token; where there is none such, any part of one. */
  q: searchText,
  /** From this moment on. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Up to, and not at, this moment. */
  to: z.iso.datetime({ offset: true }).optional(),
});
export type VerifiedQuery = z.output<typeof VerifiedQuery>;

export const listVerified = endpoint('GET /api/admin/verified', {
  summary:
    'Addresses that guests have confirmed, newest first; a page with a cursor may be short while a search goes on',
  query: VerifiedQuery.extend(PageQuery.shape),
  answer: z.array(VerifiedEmail),
});

export const findVerified = endpoint('GET /api/admin/verified/:id', {
  summary: 'One verified address',
  params: z.object({ id: Id }),
  answer: VerifiedEmail,
});

export const countVerified = endpoint('GET /api/admin/verified/count', {
  summary: 'How many verified addresses there are, a few seconds exact; those that a search finds are not counted',
  query: VerifiedQuery.omit({ q: true }),
  answer: EntryCount,
});

export const exportVerified = endpoint('GET /api/admin/verified.csv', {
  summary: 'The same as a file, every matching address',
  query: VerifiedQuery,
  answer: z.string(),
  answerType: 'text/csv',
});
