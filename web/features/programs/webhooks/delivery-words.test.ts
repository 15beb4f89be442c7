import { expect, test } from 'vitest';
import type { WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { describeDelivery } from './delivery-words.ts';

const NOW = Date.parse('2026-11-16T10:00:00.000Z');
const later = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const delivery = (more: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: '1',
  target: 'outcome',
  type: 'verification.completed',
  createdAt: later(-60),
  email: 'm…a@gmail.com',
  state: 'waiting',
  tries: 0,
  answer: null,
  nextTryAt: null,
  finishedAt: null,
  canSendAgain: false,
  ...more,
});

test.for<[Partial<WebhookDelivery>, string]>([
  [{}, 'being sent'],
  [{ nextTryAt: later(-1) }, 'being sent'],
  [
    { tries: 3, answer: '500 Internal Server Error', nextTryAt: later(130) },
    '3 tries · 500 Internal Server Error · next try in 2 min',
  ],
  [{ tries: 1, answer: 'timed out', nextTryAt: later(5) }, '1 try · timed out · next try in 5 s'],
  [{ state: 'delivered', tries: 1, answer: '200 OK' }, '1 try · 200 OK'],
  [{ state: 'expired', tries: 17, answer: 'refused the connection' }, '17 tries · refused the connection'],
  [{ state: 'failed', tries: 1, answer: '410 Gone' }, '1 try · 410 Gone'],
])('%j reads: %s', ([more, words]) => {
  expect(describeDelivery(delivery(more), NOW)).toBe(words);
});
