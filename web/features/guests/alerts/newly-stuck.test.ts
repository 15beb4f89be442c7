import { expect, test } from 'vitest';
import { guest } from '../../../../tests/support/sample-guest.ts';
import { newlyStuck, ringing } from './newly-stuck.ts';

const [ann, ben] = [guest({ id: 'ann' }), guest({ id: 'ben' })];
const told = (...guests: (typeof ann)[]) => newlyStuck(null, guests, 0).told;
const ids = ({ fresh }: ReturnType<typeof newlyStuck>) => fresh.map(({ id }) => id);

test('Guests who are stuck when the page opens are not announced', () => {
  expect(ids(newlyStuck(null, [ann, ben], 0))).toEqual([]);
});

test('Each stuck guest is announced once', () => {
  const first = newlyStuck(told(ann), [ann, ben], 5_000);
  expect(ids(first)).toEqual(['ben']);
  expect(ids(newlyStuck(first.told, [ben, ann], 10_000))).toEqual([]);
});

test('The first stuck guest is announced', () => {
  expect(ids(newlyStuck(told(), [ann], 5_000))).toEqual(['ann']);
});

test.for([
  ['is back at once', 30_000, []],
  ['is stuck anew later', 61_000, ['ann']],
] as const)('The announcement of a guest who %s', ([, at, fresh]) => {
  const without = newlyStuck(told(ann), [], 1_000);
  expect(ids(newlyStuck(without.told, [ann], at))).toEqual(fresh);
});

test('With requests for help muted, guests who get stuck without asking are announced', () => {
  const since = '2026-11-16T12:00:00.000Z';
  const asks = guest({ id: 'asks', stuck: { reason: 'asked_for_help', since } });
  const waits = guest({ id: 'waits', stuck: { reason: 'no_code_tried', since } });
  expect(ringing([asks, waits], ['page_view'])).toEqual([asks, waits]);
  expect(ringing([asks, waits], ['help_request'])).toEqual([waits]);
});
