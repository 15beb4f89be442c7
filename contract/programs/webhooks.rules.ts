/** Each has its own URL, set by the operator only. */
export const WEBHOOK_TARGETS = ['outcome', 'events'] as const;
export type WebhookTarget = (typeof WEBHOOK_TARGETS)[number];

export const OUTCOME_TYPES = ['verification.completed', 'verification.abandoned'] as const;
type OutcomeType = (typeof OUTCOME_TYPES)[number];

export const EVENT_TYPES = [
  'user.created',
  'user.changed',
  'user.deleted',
  'staff.signed_in',
  'guest.needs_help',
  'guest.verified',
  'settings.changed',
  'audit.head',
  'person.erased',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const WEBHOOK_TYPES = [...OUTCOME_TYPES, ...EVENT_TYPES] as const;
export type WebhookType = OutcomeType | EventType;

/** After the last code expired. */
export const ABANDONED_AFTER_MINUTES = 30;

export const TRIED_FOR_HOURS = 24;

/** Expired: retried for a day without success. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'expired'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERIES_SHOWN = 50;
