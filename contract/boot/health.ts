import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

export const health = endpoint('GET /healthz', {
  summary: 'Whether the process can read and write its database',
  answer: z.object({ status: z.literal('ok') }),
});
