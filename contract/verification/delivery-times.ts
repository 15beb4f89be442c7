import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/** How long it takes from the mail server's word until guests have entered the code, by the domain of their address. */
export const DomainWeather = z.object({
  domain: z.string(),
  /** Addresses that were confirmed, in the last 24 hours. */
  cases: z.int(),
  /** Half of them took no longer. */
  medianSeconds: z.int(),
  /** One in ten took as long or longer. */
  slowestTenthSeconds: z.int(),
});
export type DomainWeather = Readonly<z.output<typeof DomainWeather>>;

export const deliveryTimes = endpoint('GET /api/admin/mail-weather', {
  summary:
    'How long mail takes to each domain with at least 20 confirmed addresses in 24 hours, at most 50, busiest first',
  answer: z.array(DomainWeather),
});
