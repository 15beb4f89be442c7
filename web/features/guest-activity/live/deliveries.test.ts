import { expect, test } from 'vitest';
import { guestUserId } from '../../../../contract/activity.rules.ts';
import type { Guest } from '../../../../contract/guest-activity.ts';
import { withDelivered } from './deliveries.ts';

const IP = '192.0.2.7';
const ID = guestUserId(IP);

const guest = (changes: Partial<Guest>): Guest => ({
  guestId: ID,
  ipAddress: IP,
  lastPage: 'Email Entry Page',
  pageSince: '2026-11-15T12:00:00.000Z',
  pageViews: 1,
  lastSeenAt: '2026-11-15T12:00:00.000Z',
  online: true,
  network: null,
  location: 'Germany',
  device: 'Firefox on Linux',
  mail: null,
  waiting: { prompt: null, redirect: null },
  ...changes,
});
const waiting = (what: Partial<Guest['waiting']>) => guest({ waiting: { prompt: null, redirect: null, ...what } });

const NONE = new Map();

test.for([
  ['a prompt', waiting({ prompt: 'email' }), guest({}), 'prompt'],
  ['a redirect', waiting({ redirect: '/user/verify-code' }), guest({}), 'redirect'],
  ['nothing was sent', guest({}), guest({}), undefined],
  ['it still waits', waiting({ prompt: 'email' }), waiting({ prompt: 'email' }), undefined],
  ['another prompt took its place', waiting({ prompt: 'email' }), waiting({ prompt: 'code' }), undefined],
] as const)('%s', ([, before, after, what]) => {
  expect(withDelivered(NONE, [before], [after], 5).get(ID)?.what).toBe(what);
});

test('what is sent next takes the place of what was delivered', () => {
  const delivered = withDelivered(NONE, [waiting({ prompt: 'email' })], [guest({})], 5);
  expect(withDelivered(delivered, [guest({})], [waiting({ redirect: '/user/email-entry' })], 6).size).toBe(0);
});
