import { expect, test } from 'vitest';
import type { GuestListName } from '../../../../contract/guests/guests.rules.ts';
import type { HelpReason } from '../../../../contract/guests/help.rules.ts';
import type { HelpRow } from '../../../db/tables.ts';
import { Presence } from '../presence/presence.ts';
import { GuestList } from './guest-list.ts';

const START = 1_800_000_000_000;
const SECOND = 1_000;
const PAGE = 'Email Entry Page';

/** Guests by name, without a helper or a request unless given. Each part of a list takes the given time. */
function desk(takesMs = 0) {
  let now = START;
  let spent = 0;
  const guests = new Presence({ now: () => now }, () => undefined);
  const asked = new Map<string, HelpRow>();
  const helpers = new Map<string, { id: string; name: string }>();
  const deps = {
    guests,
    clock: { now: () => now },
    help: { of: (id: string) => asked.get(id) },
    assignments: { helperOf: (id: string) => helpers.get(id) ?? null },
    messages: { lastOf: () => null, waitingFor: () => ({ prompt: null, redirect: null }) },
    deliveryTimes: { usualSeconds: () => null },
  } satisfies ConstructorParameters<typeof GuestList>[0];
  const list = new GuestList(deps, () => {
    spent += takesMs;
    return spent;
  });
  const visitor = (index: number) => ({ ipAddress: `203.0.${index}.1`, location: '', device: '', userAgent: '' });
  let count = 0;
  return {
    guests,
    list,
    helpers,
    come: (id: string) => {
      count += 1;
      guests.viewed(id, PAGE, visitor(count), now);
    },
    ask: (id: string, reason: HelpReason) => {
      const halted_at = reason === 'told_to_come' ? now : null;
      asked.set(id, { id, ip_address: '', reason, asked_at: now, halted_at, updated_at: now });
    },
    wait: (seconds: number) => {
      now += seconds * SECOND;
      for (const guest of guests.all()) guests.seen(guest, guest.ip_address, 'en');
    },
    ids: (view: GuestListName) => list.list(view).map(({ id }) => id),
  };
}

test('Guests who ask for help come first, the longest waiting at the top', () => {
  const { list, come, ask, wait, ids } = desk();
  for (const id of ['slow', 'early', 'late', 'warned']) come(id);
  come('fine');
  wait(100);
  ask('early', 'no_mail');
  ask('warned', 'told_to_come');
  wait(10);
  ask('late', 'wrong_address');
  list.forget('at once');
  expect(ids('needs-help')).toEqual(['early', 'late']);
  wait(70);
  expect(ids('needs-help')).toEqual(['early', 'late', 'fine', 'slow']);
  const shown = new Map(list.list('all').map((guest) => [guest.id, guest]));
  expect(shown.get('warned')).toMatchObject({ halted: true, stuck: null });
  expect(shown.get('early')).toMatchObject({
    help: { reason: 'no_mail' },
    stuck: { reason: 'asked_for_help', since: new Date(START + 100 * SECOND).toISOString() },
  });
  expect(list.counts()).toEqual({ needsHelp: 4, here: 5, verified: 0, all: 5 });
});

test('the sidebar has those who need help, then the latest to open their page, and not all of a crowd', () => {
  const { list, come, ask, wait, ids } = desk();
  for (const id of ['first', 'asks', 'second']) {
    come(id);
    wait(1);
  }
  ask('asks', 'no_mail');
  list.forget('at once');
  expect(ids('sidebar')).toEqual(['asks', 'second', 'first']);
  for (let index = 0; index < 100; index += 1) come(`guest-${index}`);
  list.forget('at once');
  expect(ids('sidebar')[0]).toBe('asks');
  expect(ids('sidebar')).toHaveLength(30);
});

test('The list is the same object until something changes', () => {
  const { list, come, wait } = desk();
  come('one');
  const before = [list.list('all'), list.list('needs-help'), list.counts()];
  expect([list.list('all'), list.search('needs-help', ' '), list.counts()]).toEqual(before);
  expect(list.list('all')).toBe(before[0]);
  expect(list.counts()).toBe(before[2]);
  wait(1);
  expect(list.list('all')).not.toBe(before[0]);
});

test('A change by time alone is noticed once: stuck, no longer helped, gone', () => {
  const { guests, list, helpers, come, wait } = desk();
  come('one');
  const noticed = () => [list.hasChangedByTime(), list.hasChangedByTime()];
  expect(noticed()).toEqual([true, false]);
  wait(100);
  expect(noticed()).toEqual([false, false]);
  wait(80);
  expect(noticed()).toEqual([true, false]);
  helpers.set('one', { id: 'ann', name: 'ann' });
  expect(noticed()).toEqual([true, false]);
  helpers.delete('one');
  expect(noticed()).toEqual([true, false]);
  guests.said('one', PAGE, 'left', { ipAddress: '203.0.1.1', location: '', device: '', userAgent: '' });
  expect(noticed()).toEqual([false, false]);
});

test('A long list is rebuilt at once for staff, otherwise after its debounce', () => {
  const { list, come, wait, ids } = desk();
  for (let index = 0; index < 250; index += 1) come(`guest-${index}`);
  expect(ids('all')).toHaveLength(250);
  come('another');
  list.forget('soon');
  expect(ids('all')).toHaveLength(250);
  list.forget('at once');
  expect(ids('all')).toHaveLength(251);
  come('the next');
  wait(1);
  expect(ids('all')).toHaveLength(252);
});

test('A slow list is built less often, but at least once a second', () => {
  const everyMs = (takesMs: number) => {
    const { list } = desk(takesMs);
    list.list('all');
    return list.everyMs;
  };
  expect([0, 5, 10, 20, 30].map(everyMs)).toEqual([250, 250, 400, 800, 1_000]);
  const { list, come, wait } = desk(10);
  come('one');
  const made = list.list('all');
  wait(0.3);
  expect(list.list('all')).toBe(made);
  wait(0.1);
  expect(list.list('all')).not.toBe(made);
  list.forget('at once');
  come('another');
  expect(list.list('all')).toHaveLength(2);
});
