import { expect, test } from 'vitest';
import type { Guest } from '../../../../contract/guest-activity.ts';
import { countGuests, guestLines, lineId } from './guest-lines.ts';

const HOUSE = { name: '2001:db8:1:2::/64', guests: 1200, online: 600 };

const guest = (guestId: string, changes: Partial<Guest> = {}): Guest => ({
  guestId,
  ipAddress: guestId,
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

test('guests who are there come first, then the latest to change their page; being seen changes nothing', () => {
  const gone = guest('gone', { online: false, pageSince: '2026-11-15T13:00:00.000Z' });
  const early = guest('early', { lastSeenAt: '2026-11-15T14:00:00.000Z' });
  const late = guest('late', { pageSince: '2026-11-15T12:30:00.000Z' });
  expect(guestLines([gone, early, late])).toEqual([late, early, gone]);
});

test('those of a crowded network are one line, where the first of them would stand', () => {
  const first = guest('first', { network: HOUSE, pageSince: '2026-11-15T12:20:00.000Z' });
  const second = guest('second', { network: HOUSE, online: false });
  const latest = guest('latest', { pageSince: '2026-11-15T12:30:00.000Z' });
  const early = guest('early');
  const lines = guestLines([second, early, first, latest]);
  expect(lines).toEqual([latest, { network: HOUSE, guests: [first, second] }, early]);
  expect(lines.map(lineId)).toEqual(['latest', HOUSE.name, 'early']);
});

test('of a crowded network all are counted, also those that are not listed', () => {
  const guests = [
    guest('a', { network: { ...HOUSE } }),
    guest('b', { network: { ...HOUSE } }),
    guest('c'),
    guest('d', { online: false }),
  ];
  expect(countGuests(guests)).toEqual({ all: 1202, online: 601 });
});
