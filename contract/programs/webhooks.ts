import * as z from 'zod';
import { endpoint, Id } from '../endpoint.ts';
import { DELIVERY_STATES, WEBHOOK_TYPES } from './webhooks.rules.ts';

/** Null if no token was needed. */
const Gate = z
  .object({ jti: z.string(), sub: z.string().nullable(), claims: z.record(z.string(), z.unknown()).nullable() })
  .nullable();

const Completed = z.object({
  /** The id of the verified address. */
  id: z.string(),
  email: z.string(),
  email_verified: z.literal(true),
  verified_at: z.iso.datetime(),
  /** From the first request of a code. */
  took_seconds: z.number(),
  /** Staff sent this guest a message. */
  helped: z.boolean(),
  gate: Gate,
});

const Abandoned = z.object({
  id: z.string(),
  email: z.string(),
  email_verified: z.literal(false),
  began_at: z.iso.datetime(),
  abandoned_at: z.iso.datetime(),
  gate: Gate,
});

/** Never a code. */
export const WebhookEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('verification.completed'), timestamp: z.iso.datetime(), data: Completed }),
  z.object({ type: z.literal('verification.abandoned'), timestamp: z.iso.datetime(), data: Abandoned }),
]);
export type WebhookEvent = z.output<typeof WebhookEvent>;

export const WebhookDelivery = z.object({
  /** The `webhook-id` of every attempt. */
  id: z.string(),
  type: z.enum(WEBHOOK_TYPES),
  createdAt: z.iso.datetime(),
  /** Masked. */
  email: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** The last response or error; null before the first try. */
  answer: z.string().nullable(),
  /** Null while sending, and when it is over. */
  nextTryAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  canSendAgain: z.boolean(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookDeliveries = z.object({
  /** Without secrets. */
  target: z.object({ host: z.string(), path: z.string() }).nullable(),
  failingSince: z.iso.datetime().nullable(),
  deliveries: z.array(WebhookDelivery),
});
export type WebhookDeliveries = z.output<typeof WebhookDeliveries>;

export const listWebhookDeliveries = endpoint('GET /api/admin/webhook/deliveries', {
  summary: 'Where results of verifications are sent, and the latest deliveries, newest first',
  answer: WebhookDeliveries,
});

export const sendWebhookAgain = endpoint('POST /api/admin/webhook/deliveries/:id/send-again', {
  summary: 'Resend a result that could not be delivered, with the same id',
  params: z.object({ id: Id }),
  answer: WebhookDelivery,
});
