import type { DeliveryState, WebhookType } from '../../../../contract/programs/webhooks.rules.ts';
import type { WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { counted } from '../../../ui/count.ts';
import { shortDuration } from '../../../ui/time/format.ts';

export const typeWords: Record<WebhookType, string> = {
  'verification.completed': 'Completed',
  'verification.abandoned': 'Abandoned',
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
