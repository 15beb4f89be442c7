import { expect, test } from 'vitest';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { guest as sample } from '../../../../tests/support/sample-guest.ts';
import { guestLines, lineId } from './guest-lines.ts';

const HOUSE = { name: '2001:db8:1:2::/64', guests: 1200, online: 600 };

const guest = (id: string, facts: Partial<Guest> = {}) => sample({ id, ...facts });

test('Present guests come first, then the latest page change; being seen does not move them', () => {
  const gone = guest('gone', { presence: 'gone', pageSince: '2026-11-15T13:00:00.000Z' });
  const away = guest('away', { presence: 'away', pageSince: '2026-11-15T13:00:00.000Z' });
  const early = guest('early', { lastSeenAt: '2026-11-15T14:00:00.000Z' });
  const late = guest('late', { pageSince: '2026-11-15T12:30:00.000Z' });
  expect(guestLines([gone, away, early, late], 'all')).toEqual([late, early, away, gone]);
});

test.each(['needs-help', 'sidebar'] as const)('Guests in the list "%s" keep the order of the server', (list) => {
  const guests = [guest('b', { presence: 'away' }), guest('a'), guest('c', { pageSince: '2026-11-15T13:00:00.000Z' })];
  expect(guestLines(guests, list)).toEqual(guests);
});

test('Guests of a crowded network are one line, in the place of the first', () => {
  const first = guest('first', { network: HOUSE, pageSince: '2026-11-15T12:20:00.000Z' });
  const second = guest('second', { network: HOUSE, presence: 'gone' });
  const latest = guest('latest', { pageSince: '2026-11-15T12:30:00.000Z' });
  const early = guest('early');
  const lines = guestLines([second, early, first, latest], 'here');
  expect(lines).toEqual([latest, { network: HOUSE, guests: [first, second] }, early]);
  expect(lines.map(lineId)).toEqual(['latest', HOUSE.name, 'early']);
});
