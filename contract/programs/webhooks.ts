import * as z from 'zod';
import { endpoint, Id } from '../endpoint.ts';
import { DELIVERY_STATES, WEBHOOK_TARGETS, WEBHOOK_TYPES } from './webhooks.rules.ts';

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
  /** True if staff sent this guest a message. */
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

/** Never contains a code. */
export const OutcomeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('verification.completed'), timestamp: z.iso.datetime(), data: Completed }),
  z.object({ type: z.literal('verification.abandoned'), timestamp: z.iso.datetime(), data: Abandoned }),
]);
export type OutcomeEvent = z.output<typeof OutcomeEvent>;

export const WebhookDelivery = z.object({
  /** The `webhook-id` header of every attempt. */
  id: z.string(),
  target: z.enum(WEBHOOK_TARGETS),
  type: z.enum(WEBHOOK_TYPES),
  createdAt: z.iso.datetime(),
  /** Masked; null for events. */
  email: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** The last response or error; null before the first try. */
  answer: z.string().nullable(),
  /** Null while sending and afterwards. */
  nextTryAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  canSendAgain: z.boolean(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const ConfiguredTarget = z.object({
  target: z.enum(WEBHOOK_TARGETS),
  host: z.string(),
  path: z.string(),
  failingSince: z.iso.datetime().nullable(),
});
export type ConfiguredTarget = z.output<typeof ConfiguredTarget>;

export const WebhookDeliveries = z.object({
  targets: z.array(ConfiguredTarget),
  deliveries: z.array(WebhookDelivery),
});
export type WebhookDeliveries = z.output<typeof WebhookDeliveries>;

export const listWebhookDeliveries = endpoint('GET /api/admin/webhook/deliveries', {
  summary: 'Where results and events are sent, and the latest deliveries, newest first',
  query: z.object({ type: z.enum(WEBHOOK_TYPES).optional() }),
  answer: WebhookDeliveries,
});

export const sendWebhookAgain = endpoint('POST /api/admin/webhook/deliveries/:id/send-again', {
  summary: 'Resend a result or an event that could not be delivered, with the same id',
  params: z.object({ id: Id }),
  answer: WebhookDelivery,
});
