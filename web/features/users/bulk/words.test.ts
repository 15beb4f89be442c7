import { expect, test } from 'vitest';
import type { BulkJob } from '../../../../contract/users/bulk.ts';
import { describeJob } from './words.ts';

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
    { state: 'failed', value: 'needs_auth', problem: 'ann is not an admin any more.' },
    'Forcing re-authentication of users: ended after 12,400 of 100,000. ann is not an admin any more.',
  ],
])('%o reads "%s"', ([changes, text]) => {
  expect(describeJob({ ...job, ...changes })).toBe(text);
});
