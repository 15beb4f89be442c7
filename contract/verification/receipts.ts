import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

export const leaveForExit = endpoint('POST /api/guest/leave', {
  summary: 'Where this guest leaves for, asked when leaving; with a receipt if this browser has confirmed an address',
  answer: z.object({
    /** Null without an exit. */
    url: z.string().nullable(),
  }),
});
