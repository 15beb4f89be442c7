import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { HELP_REASONS } from './help.rules.ts';

export const HelpState = z.object({
  reason: z.enum(HELP_REASONS).nullable(),
  since: z.iso.datetime().nullable(),
  attended: z.boolean(),
  halted: z.boolean(),
  /** True if admins were notified of the halt. */
  warned: z.boolean(),
});
export type HelpState = z.output<typeof HelpState>;

export const askForHelp = endpoint('POST /api/guest/help', {
  summary:
    'Ask the support team for help; `told_to_come` calls no helper, warns the admins and stops all messages to this browser',
  body: z.object({ reason: z.enum(HELP_REASONS, problem('helpReasonMissing')) }),
  answer: HelpState,
});

export const withdrawHelp = endpoint('DELETE /api/guest/help', {
  summary: 'Withdraw the request for help; after `told_to_come`: go on',
  answer: Done,
});

export const helpState = endpoint('GET /api/guest/help', {
  summary: 'What this guest has asked for, and whether staff are helping',
  answer: HelpState,
});
