import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/** From the mail server's acceptance to the right code, by email domain, in the last 24 hours. */
export const DomainWeather = z.object({
  domain: z.string(),
  cases: z.int(),
  medianSeconds: z.int(),
  /** The 90th percentile. */
  slowestTenthSeconds: z.int(),
});
export type DomainWeather = Readonly<z.output<typeof DomainWeather>>;

export const deliveryTimes = endpoint('GET /api/admin/mail-weather', {
  summary:
    'How long mail takes to each domain with at least 20 confirmed addresses in 24 hours, at most 50, busiest first',
  answer: z.array(DomainWeather),
});
