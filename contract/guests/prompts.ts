import * as z from 'zod';
import { Done, endpoint, Id } from '../endpoint.ts';
import { GUEST_MISSING } from '../redirects/redirects.rules.ts';
import { GuestIp, LeftOut } from './guests.ts';

export const PromptKind = z.enum(['email', 'code']);
export type PromptKind = z.output<typeof PromptKind>;

export const promptGuest = endpoint('POST /api/admin/guest-prompt', {
  summary: 'Show a guest one of the two messages of the settings; any other message is refused',
  body: z
    .object({
      /** One browser. Without it: every browser of the address. */
      guestId: Id.optional(),
      guestIp: GuestIp.optional(),
      /** Somebody else is helping this guest, and the admin was asked about it. */
      stepIn: z.boolean().default(false),
      /** Which of the two. */
      prompt: PromptKind.optional(),
      /** Or the message itself. Without both it is the email prompt. */
      message: z.string().max(500).nullish(),
    })
    .refine(({ guestId, guestIp }) => guestId !== undefined || guestIp !== undefined, {
      path: ['guestIp'],
      message: GUEST_MISSING,
    }),
  answer: Done.extend({ leftOut: LeftOut }),
});

export const checkPrompt = endpoint('GET /api/guest/check-prompt', {
  summary: 'Whether the support team asks this guest for something',
  /** A page shows only the kind that is about its own field. */
  answer: z.object({ showPrompt: z.boolean(), message: z.string().nullable(), kind: PromptKind.nullable() }),
});

export const clearPrompt = endpoint('POST /api/guest/clear-prompt', {
  summary: 'The prompt has been shown',
  answer: Done,
});
