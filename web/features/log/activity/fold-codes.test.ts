import { expect, test } from 'vitest';
import type { Action } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { foldCodes, toggled, unfolded } from './fold-codes.ts';
import { codeSentenceText } from './sentences.ts';

const START = Date.parse('2026-11-16T10:00:00.000Z');

let made = 0;

/** Written oldest first, as it happens. */
const step = (action: Action, more: Partial<ActivityEntry> & { at?: number } = {}): ActivityEntry => {
  const { at = made, ...rest } = more;
  return {
    id: `entry-${made++}`,
    userId: 'guest_203_0_113_7',
    userName: null,
    formerName: null,
    about: null,
    guestId: 'one',
    guest: null,
    action,
    page: 'Verify Code Page',
    ipAddress: '203.0.113.7',
    location: 'Unknown',
    device: 'Chrome on Linux',
    userAgent: 'x',
    details: action === 'email_entry' || action === 'code_success' ? { email: 'm…a@b.example' } : null,
    createdAt: new Date(START + at * 1000).toISOString(),
    ...rest,
  };
};

const listed = (...happened: ActivityEntry[]) => happened.toReversed();
const shown = (entries: readonly ActivityEntry[]) =>
  foldCodes(entries).map(({ entry, steps }) => (steps ? steps.map(({ action }) => action) : entry.action));

test('the address, the tries and the result of a code are one line', () => {
  const entries = listed(
    step('page_view', { page: 'Email Entry Page' }),
    step('email_entry'),
    step('page_view'),
    step('code_entry'),
    step('code_failed'),
    step('code_entry'),
    step('code_success'),
    step('page_view', { page: 'Code Processing Complete' }),
  );
  expect(shown(entries)).toEqual([
    ['page_view', 'code_success', 'code_entry', 'code_failed', 'code_entry', 'page_view', 'email_entry'],
    'page_view',
  ]);
  const [line] = foldCodes(entries);
  expect(line?.entry.action).toBe('code_success');
  expect(codeSentenceText(line?.steps ?? [])).toBe(
    'Guest (203.0.113.7) confirmed the address m…a@b.example after 1 wrong code',
  );
});

test('a line is in the place of its newest step, and others keep theirs', () => {
  const other = { guestId: 'two' };
  expect(
    shown(
      listed(step('email_entry'), step('email_entry', other), step('login', { guestId: null }), step('code_entry')),
    ),
  ).toEqual([['code_entry', 'email_entry'], 'login', 'email_entry']);
});

test('another address is another code', () => {
  expect(shown(listed(step('email_entry'), step('code_failed'), step('email_entry'), step('code_failed')))).toEqual([
    ['code_failed', 'email_entry'],
    ['code_failed', 'email_entry'],
  ]);
});

test('a step long after the others stands alone', () => {
  expect(shown(listed(step('email_entry', { at: 0 }), step('code_failed', { at: 16 * 60 })))).toEqual([
    'code_failed',
    'email_entry',
  ]);
});

test('browsers at one address are told apart by their id, or else by what they are', () => {
  const forgotten = { guestId: null };
  expect(shown(listed(step('email_entry', forgotten), step('code_entry', { ...forgotten, userAgent: 'y' })))).toEqual([
    'code_entry',
    'email_entry',
  ]);
  expect(shown(listed(step('email_entry', forgotten), step('code_entry', forgotten)))).toEqual([
    ['code_entry', 'email_entry'],
  ]);
});

test('views of pages without a code are not folded', () => {
  expect(shown(listed(step('page_view'), step('page_view')))).toEqual(['page_view', 'page_view']);
});

test.for([
  [['email_entry', 'code_success'], 'confirmed the address m…a@b.example'],
  [['email_entry', 'code_failed', 'code_failed'], 'entered 2 wrong codes for m…a@b.example'],
  [['code_entry', 'code_failed'], 'entered 1 wrong code'],
  [['email_entry', 'code_entry'], 'entered a code for m…a@b.example'],
  [['email_entry', 'page_view'], 'entered the address m…a@b.example'],
] as const)('%o reads "%s"', ([actions, sentence]) => {
  expect(codeSentenceText(listed(...actions.map((action) => step(action))))).toBe(`Guest (203.0.113.7) ${sentence}`);
});

test('a line opens into its steps, stays open when it gets more, and closes', () => {
  const happened = [step('email_entry'), step('code_entry')];
  const lines = foldCodes(listed(...happened));
  const open = toggled(new Set(), lines[0] as (typeof lines)[number]);
  expect(unfolded(lines, open).map(({ isOpen, isStep }) => ({ isOpen, isStep }))).toEqual([
    { isOpen: true, isStep: undefined },
    { isOpen: undefined, isStep: true },
    { isOpen: undefined, isStep: true },
  ]);
  const more = foldCodes(listed(...happened, step('code_failed')));
  expect(unfolded(more, open)).toHaveLength(4);
  expect(unfolded(more, toggled(open, more[0] as (typeof more)[number]))).toEqual(more);
});
