import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/** From acceptance by the mail server to the right code. */
export const DomainTimes = z.object({
  domain: z.string(),
  /** Confirmed addresses of the last 24 hours. */
  cases: z.int(),
  medianSeconds: z.int(),
  slowestTenthSeconds: z.int(),
});
export type DomainTimes = Readonly<z.output<typeof DomainTimes>>;

export const deliveryTimes = endpoint('GET /api/admin/mail-weather', {
  summary:
    'How long email takes to reach each domain with at least 20 confirmed addresses in 24 hours; at most 50 domains, busiest first',
  answer: z.array(DomainTimes),
});
