import * as z from 'zod';
import { Done, endpoint, Id } from '../endpoint.ts';
import { GUEST_MISSING } from '../redirects/redirects.rules.ts';
import { MESSAGE_KINDS, MESSAGE_STATES, PROMPT_KINDS, type PromptKind } from './messages.rules.ts';

export const SentMessage = z.object({
  kind: z.enum(MESSAGE_KINDS),
  prompt: z.enum(PROMPT_KINDS).nullable(),
  target: z.string().nullable(),
  by: z.string(),
  at: z.iso.datetime(),
  state: z.enum(MESSAGE_STATES),
  stateAt: z.iso.datetime(),
});
export type SentMessage = z.output<typeof SentMessage>;

/** Guests at the address who were left out because they halted. */
export const LeftOut = z.int().optional();

const params = z.object({ id: Id });

const body = z
  .object({ stepIn: z.boolean().default(false) })
  .nullish()
  .transform((given) => given ?? { stepIn: false });

export const promptGuest = endpoint('POST /api/admin/guest-prompt', {
  summary:
    'Show a guest one of the two messages of the settings or one of the fixed replies; any other message is refused. `new-code` also sends a new code, to one guest.',
  body: z
    .object({
      /** One browser. Without it: every browser at the address. */
      guestId: Id.optional(),
      guestIp: z.string(GUEST_MISSING).trim().min(1, GUEST_MISSING).max(100, GUEST_MISSING).optional(),
      stepIn: z.boolean().default(false),
      prompt: z.enum(PROMPT_KINDS).optional(),
      /** Or the exact text. Without both: the email prompt. */
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
  /** A page shows only prompts about its own field. */
  answer: z.object({
    showPrompt: z.boolean(),
    message: z.string().nullable(),
    kind: z.enum(PROMPT_KINDS).nullable(),
  }),
});

const Said = z.object({ text: z.string(), language: z.string() });

export const guestTexts = endpoint('GET /api/admin/guest-texts', {
  summary: 'What guests read in each language: prompts, replies and how a verification ends',
  answer: z.array(
    z.object({
      language: z.string(),
      prompts: z.object({
        email: Said,
        code: Said,
        'check-spam': Said,
        'new-code': Said,
        'check-address': Said,
      } satisfies Record<PromptKind, z.ZodType>),
      ended: z.string(),
    }),
  ),
});
export type GuestTexts = z.output<(typeof guestTexts)['answer']>[number];

export const clearPrompt = endpoint('POST /api/guest/clear-prompt', {
  summary: 'Report that the prompt was shown',
  answer: Done,
});

export const checkGuestRedirect = endpoint('GET /api/guest/check-redirect', {
  summary: 'Where the support team redirects this guest: a page of the flow, or the exit address with its message',
  answer: z.object({
    redirect: z.string().nullable(),
    message: z.string().nullable(),
    /** Guests who confirmed an address read the exit message; others read that the verification has ended. */
    thanks: z.literal(true).optional(),
  }),
});

export const chooseExit = endpoint('POST /api/guest/exit', {
  summary: 'Report what a guest chose at the exit: to leave or to stay',
  body: z.object({ choice: z.enum(['go', 'stay']) }),
  answer: Done,
});

export const resendForGuest = endpoint('POST /api/admin/guests/:id/resend', {
  summary: 'Email a new code to the address that this guest entered, under the same limits as if the guest had asked',
  params,
  body,
  answer: Done,
});

export const assignGuest = endpoint('POST /api/admin/guests/:id/claim', {
  summary: 'Assign this guest to yourself; if someone else is helping, only with `stepIn`',
  params,
  body,
  answer: z.object({ success: z.literal(true), claimedBy: z.string() }),
});

export const unassignGuest = endpoint('DELETE /api/admin/guests/:id/claim', {
  summary: 'Stop helping this guest',
  params,
  answer: Done,
});
