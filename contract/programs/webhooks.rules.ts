/** No schemas here: the list of deliveries imports this file. */

export const WEBHOOK_TYPES = ['verification.completed', 'verification.abandoned'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** After the last code expired. */
export const ABANDONED_AFTER_MINUTES = 30;

export const TRIED_FOR_HOURS = 24;

/** Expired: retried for a day. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'expired'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERIES_SHOWN = 50;
