import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/** The site that opened this window. */
export const OpenedBy = z.object({
  origin: z.string(),
  /** Chosen by the site, to recognise its receipt. */
  id: z.string(),
  /** Signed: origin, id, time and browser. */
  flow: z.string(),
});
export type OpenedBy = z.output<typeof OpenedBy>;

export const embedReceipt = endpoint('POST /api/guest/embed-receipt', {
  summary: 'The receipt for the site that opened this window, if this browser has confirmed an address since',
  body: z.object({
    flow: z
      .string()
      .max(1_000)
      .regex(/^[\w-]+\.[\w-]+\.\d+\.[\w-]+$/),
  }),
  answer: z.object({ receipt: z.string().nullable() }),
});
