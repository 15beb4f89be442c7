import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

export const leaveForExit = endpoint('POST /api/guest/leave', {
  summary:
    'Where this guest leaves for, asked at that moment: with a receipt where this browser has confirmed an address',
  answer: z.object({
    url: z.string().nullable(),
  }),
});
