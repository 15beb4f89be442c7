import * as z from 'zod';
import { Done, endpoint, Id } from '../endpoint.ts';

const params = z.object({ id: Id });

/** Nothing at all is the same as not stepping in. */
const body = z
  .object({ stepIn: z.boolean().default(false) })
  .nullish()
  .transform((given) => given ?? { stepIn: false });

export const claimGuest = endpoint('POST /api/admin/guests/:id/claim', {
  summary: 'Tell the others that you are helping this guest; somebody else who does is asked about first (`stepIn`)',
  params,
  body,
  answer: z.object({ success: z.literal(true), claimedBy: z.string() }),
});

export const releaseGuest = endpoint('DELETE /api/admin/guests/:id/claim', {
  summary: 'Done with this guest',
  params,
  answer: Done,
});

export const resendForGuest = endpoint('POST /api/admin/guests/:id/resend', {
  summary: 'Mail a new code to the address that this guest entered, under the same limits as if the guest had asked',
  params,
  body,
  answer: Done,
});
