import * as z from 'zod';
import { endpoint, Id, PageQuery, searchText } from '../endpoint.ts';
import { EntryCount } from '../log/activity.ts';

const GateSaid = z.object({
  jti: z.string(),
  /** The organisation's own name for the guest. */
  sub: z.string().nullable(),
  claims: z.record(z.string(), z.unknown()),
});
export type GateSaid = z.output<typeof GateSaid>;

export const VerifiedAddress = z.object({
  id: z.string(),
  /** Not masked: the right code proved that the address is the guest's. */
  email: z.string(),
  verifiedAt: z.iso.datetime(),
  tookSeconds: z.int(),
  helped: z.boolean(),
  gate: GateSaid.nullable(),
  /** Null once the list of guests no longer has the browser. */
  guestId: z.string().nullable(),
});
export type VerifiedAddress = z.output<typeof VerifiedAddress>;

export const VerifiedQuery = z.object({
  q: searchText,
  from: z.iso.datetime({ offset: true }).optional(),
  /** Exclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
});
export type VerifiedQuery = z.output<typeof VerifiedQuery>;

export const listVerified = endpoint('GET /api/admin/verified', {
  summary:
    'Addresses that guests have confirmed, newest first; a page with a cursor may be short while a search goes on',
  query: VerifiedQuery.extend(PageQuery.shape),
  answer: z.array(VerifiedAddress),
});

export const findVerified = endpoint('GET /api/admin/verified/:id', {
  summary: 'One verified address',
  params: z.object({ id: Id }),
  answer: VerifiedAddress,
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
