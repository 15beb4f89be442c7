import { expect, test } from 'vitest';
import type { CodeDelivery, GuestState } from '../../../contract/verification/verification.ts';
import { codeEnd, fromState, isUnderWay, withDelivery } from './progress.ts';

const NOW = 1_800_000_000_000;
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const running = (seconds: number, triesLeft = 3) =>
  ({ state: 'running', remainingMs: seconds * 1000, triesLeft }) as const;
const waiting = { state: 'waiting', remainingMs: 300_000, triesLeft: 3 } as const;
const dead = { state: 'dead', remainingMs: 0, triesLeft: 0 } as const;
const sent = { step: 'sent', since: at(-10), reason: null } as const;
const sending = { step: 'sending', since: at(-20), reason: null } as const;

const delivery = (facts: Partial<CodeDelivery> = {}): CodeDelivery => ({
  sentAt: at(-20),
  mail: sent,
  code: running(290),
  usualSeconds: null,
  ...facts,
});
const state = (facts: Partial<GuestState> = {}): GuestState => ({
  ...delivery(),
  email: 'anna@example.com',
  codeRemainingMs: 0,
  refusal: null,
  resendInSeconds: 0,
  confirmed: null,
  processing: null,
  ...facts,
});
const known = (facts: Partial<GuestState> = {}) => fromState(state(facts), NOW);

test("A code's time follows the device's clock, and only while it runs", () => {
  expect(known().endsAt).toBe(NOW + 290_000);
  for (const code of [waiting, dead, null]) expect(known({ code }).endsAt).toBeNull();
  expect(known({ resendInSeconds: 42 }).resendAt).toBe(NOW + 42_000);
});

test('The timer starts when the email is accepted', () => {
  const next = withDelivery(known({ mail: sending, code: waiting }), delivery({ code: running(300) }), NOW);
  expect(next).toMatchObject({ mail: sent, endsAt: NOW + 300_000, email: 'anna@example.com' });
});

test('The countdown follows the server without jumping at every answer', () => {
  const ends = (seconds: number) => withDelivery(known(), delivery({ code: running(seconds) }), NOW)?.endsAt;
  expect(ends(291)).toBe(NOW + 290_000);
  expect(ends(305)).toBe(NOW + 305_000);
  expect(ends(200)).toBe(NOW + 200_000);
});

test.for([
  ['nothing is known', { sentAt: null, mail: null, code: null }],
  ['the code before', { sentAt: at(-100), code: dead }],
] as const)('An outdated answer changes nothing: %s', ([, facts]) => {
  const before = known();
  expect(withDelivery(before, delivery(facts), NOW)).toBe(before);
});

test.for([
  ['a newer code', {}, { sentAt: at(-1) }],
  ['accepted', {}, { code: null }],
  ['dead', {}, { code: dead }],
  ['more tries than this page knows of', { code: running(100, 1) }, { code: running(100, 2) }],
] as const)('The whole state is fetched: %s', ([, before, facts]) => {
  expect(withDelivery(known(before), delivery(facts), NOW)).toBeNull();
});

test('The state of a confirmed address is not fetched again', () => {
  const before = known({ code: null });
  expect(withDelivery(before, delivery({ code: null }), NOW)).toBe(before);
});

test.for([
  [{}, true, null],
  [{ code: waiting }, true, null],
  [{ code: dead }, false, 'dead'],
  [{ code: dead, processing: { remainingMs: 9, success: false, message: 'no' } }, true, 'dead'],
  [{ code: { ...dead, state: 'expired' } }, false, 'expired'],
  [{ code: null }, false, null],
] as const)('With %j the guest can enter the code: %s, and its end is %s', ([facts, goesOn, end]) => {
  expect([isUnderWay(state(facts)), codeEnd(state(facts))]).toEqual([goesOn, end]);
});
