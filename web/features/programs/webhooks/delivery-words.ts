import type { DeliveryState, WebhookTarget, WebhookType } from '../../../../contract/programs/webhooks.rules.ts';
import type { WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { counted } from '../../../ui/count.ts';
import { shortDuration } from '../../../ui/time/format.ts';

export const typeWords: Record<WebhookType, string> = {
  'verification.completed': 'Completed',
  'verification.abandoned': 'Abandoned',
  'user.created': 'User created',
  'user.changed': 'User changed',
  'user.deleted': 'User deleted',
  'staff.signed_in': 'Staff signed in',
  'guest.needs_help': 'Guest needs help',
  'guest.verified': 'Guest verified',
  'settings.changed': 'Settings changed',
  'audit.head': 'Audit head',
  'person.erased': 'Person erased',
};

/** A plural noun, and the variables that configure the target. */
export const targetWords: Record<WebhookTarget, { readonly carries: string; readonly variables: string }> = {
  outcome: { carries: 'Results', variables: 'OUTCOME_WEBHOOK' },
  events: { carries: 'Events', variables: 'EVENTS_WEBHOOK' },
};

export const stateWords = {
  waiting: { word: 'Waiting', tone: 'warning' },
  delivered: { word: 'Delivered', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
  expired: { word: 'Given up', tone: 'danger' },
} as const satisfies Record<DeliveryState, { word: string; tone: string }>;

function nextStep({ state, nextTryAt }: WebhookDelivery, now: number): string | null {
  if (state !== 'waiting') return null;
  const ms = nextTryAt === null ? 0 : Date.parse(nextTryAt) - now;
  return ms > 0 ? `next try in ${shortDuration(ms)}` : 'being sent';
}

export function describeDelivery(delivery: WebhookDelivery, now: number): string {
  const { tries, answer } = delivery;
  const parts = [tries > 0 ? counted(tries, 'try', 'tries') : null, answer, nextStep(delivery, now)];
  return parts.filter((part) => part !== null).join(' · ');
}
