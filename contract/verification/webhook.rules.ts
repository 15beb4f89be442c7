/** What is told to the organisation's own program. No schemas here: the list of deliveries imports this file. */

export const WEBHOOK_TYPES = ['verification.completed', 'verification.abandoned'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** So long after the last code has expired nobody is expected to come back. */
export const ABANDONED_AFTER_MINUTES = 30;

/** For so long a delivery is tried again and again. */
export const TRIED_FOR_HOURS = 24;

/** Waiting: it is sent now, or tried again later. Expired: it was tried for a day. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'expired'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERIES_SHOWN = 50;
