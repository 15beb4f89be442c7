import * as z from 'zod';
import { Done, endpoint } from './endpoint.ts';
import { GuestIp } from './guest-activity.ts';

export const PromptKind = z.enum(['email', 'code']);
export type PromptKind = z.output<typeof PromptKind>;

export const promptGuest = endpoint('POST /api/admin/guest-prompt', {
  summary: 'Show a guest one of the two messages of the settings; any other message is refused',
  body: z.object({
    guestIp: GuestIp,
    /** Which of the two. */
    prompt: PromptKind.optional(),
    /** Or the message itself. Without both it is the email prompt. */
    message: z.string().max(500).nullish(),
  }),
  answer: Done,
});

export const checkPrompt = endpoint('GET /api/guest/check-prompt', {
  summary: 'Whether the support team asks this guest for something',
  answer: z.object({ showPrompt: z.boolean(), message: z.string().nullable() }),
});

export const clearPrompt = endpoint('POST /api/guest/clear-prompt', {
  summary: 'The prompt has been shown',
  answer: Done,
});
