import { expect, test } from 'vitest';
import type { BulkJob } from '../../../contract/users/bulk.ts';
import { ROLES } from '../../../contract/users/users.rules.ts';
import type { UserListItem } from '../../../contract/users/users.ts';
import { describeBulk, describeChange, describeJob } from './action-words.ts';

const user = { status: 'active' } as UserListItem;

test.for([
  ['suspended', 'Suspend Mira', 'Suspend'],
  ['active', 'Activate Mira', 'Activate'],
  ['needs_auth', 'Force re-authentication of Mira', 'Force re-authentication'],
  ['admin', 'Make Mira an admin', 'Make admin'],
  ['helper', 'Make Mira a helper', 'Make helper'],
  ['manager', 'Make Mira a manager', 'Make manager'],
  ['auditor', 'Make Mira an auditor', 'Make auditor'],
  ['user', 'Make Mira a normal user', 'Make user'],
  ['delete', 'Delete Mira', 'Delete'],
] as const)('%s is called "%s"', ([action, title, button]) => {
  const { verb, after = '', label } = describeChange({ user, action });
  expect([`${verb} Mira ${after}`.trim(), label]).toEqual([title, button]);
});

const ANEW =
  'They get a new temporary password. Their current password, second factors, linked sign-ins and sessions stop working';

test.for(['helper', 'manager', 'auditor', 'admin'] as const)(
  'The dialog warns that a user who becomes %s gets new credentials',
  (action) => {
    const consequence = (some: Partial<UserListItem>) =>
      describeChange({ user: { status: 'active', ...some } as UserListItem, action }).consequence;
    expect(consequence({ role: 'user', email: 'mira@example.com' })).toContain(`${ANEW}, and we email them.`);
    expect(consequence({ role: 'user', email: null })).toContain(`${ANEW}.`);
    expect(consequence({ role: 'admin', email: null })).not.toContain('temporary password');
    expect(describeBulk(action, 3).consequence).toContain('They get new temporary passwords');
  },
);

test('The dialog warns that a forced sign-in ends a suspension', () => {
  const suspended = { status: 'suspended' } as UserListItem;
  const { consequence } = describeChange({ user: suspended, action: 'needs_auth' });
  expect(consequence).toContain('ends the suspension');
});

test.for([
  ['active', 'Activate 3 users', 'Activating 3 users…'],
  ['suspended', 'Suspend 3 users', 'Suspending 3 users…'],
  ['needs_auth', 'Force re-authentication of 3 users', 'Forcing re-authentication of 3 users…'],
  ['user', 'Make 3 users normal users', 'Changing the role of 3 users…'],
  ['auditor', 'Make 3 users auditors', 'Changing the role of 3 users…'],
  ['admin', 'Make 3 users admins', 'Changing the role of 3 users…'],
  ['delete', 'Delete 3 users', 'Deleting 3 users…'],
] as const)('The question before %s of many: %s', ([action, title, running]) => {
  expect(describeBulk(action, 3)).toMatchObject({ title, running });
});

test('One user is singular', () => {
  expect(describeBulk('suspended', 1).title).toBe('Suspend 1 user');
  expect(describeBulk('admin', 1).title).toBe('Make 1 user an admin');
});

test.for(['active', 'suspended', 'needs_auth', ...ROLES, 'delete'] as const)(
  '%s of many ends as the spec says, and nothing before speaks of a way back',
  (action) => {
    const end = ' This action cannot be undone.';
    for (const { consequence } of [describeBulk(action, 3), describeBulk(action, 3, { users: 3, suspended: 1 })]) {
      expect(consequence.endsWith(end)).toBe(true);
      expect(consequence.slice(0, -end.length)).not.toMatch(
        /undone|taken back|activated|suspended again|made a|changed again/,
      );
    }
  },
);

test('Users who stay suspended are not counted among all matching', () => {
  const matching = { users: 1_500, suspended: 12 };
  const { title, consequence } = describeBulk('needs_auth', 1_500, matching);
  expect(title).toBe('Force re-authentication of 1,488 users');
  expect(consequence).toContain('12 suspended users stay suspended.');
  expect(describeBulk('suspended', 1_500, matching).title).toBe('Suspend 1,500 users');
});

const job: BulkJob = {
  id: '1',
  action: 'status',
  value: 'suspended',
  filter: { q: '' },
  state: 'running',
  done: 12_400,
  total: 100_000,
  startedBy: 'ann',
  startedById: 'a',
  startedAt: '2026-11-16T00:00:00.000Z',
  endedAt: null,
  stoppedBy: null,
  problem: null,
};

test.for<[Partial<BulkJob>, string]>([
  [{}, 'Suspending users: 12,400 of 100,000'],
  [{ done: 0, total: null }, 'Suspending users: counting'],
  [{ state: 'done', done: 1 }, 'Suspended 1 user'],
  [{ state: 'done', value: 'admin', done: 3 }, 'Gave 3 users the role admin'],
  [{ state: 'done', action: 'delete', value: null, done: 100_000 }, 'Deleted 100,000 users'],
  [{ state: 'stopped', stoppedBy: 'ben' }, 'Suspending users: stopped by ben after 12,400 of 100,000'],
  [
    { state: 'failed', value: 'needs_auth', problem: 'ann is no longer an admin.' },
    'Forcing re-authentication of users: ended after 12,400 of 100,000. ann is no longer an admin.',
  ],
])('%o reads "%s"', ([changes, text]) => {
  expect(describeJob({ ...job, ...changes })).toBe(text);
});
