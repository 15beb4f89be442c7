import type { BulkJob } from '../../../../contract/users/bulk.ts';
import { counted } from '../../../ui/count.ts';
import type { UserAction } from '../api.ts';

interface JobWords {
  running: string;
  done: (users: string) => string;
}

const words: Record<UserAction, JobWords> = {
  active: { running: 'Activating users', done: (users) => `Activated ${users}` },
  suspended: { running: 'Suspending users', done: (users) => `Suspended ${users}` },
  needs_auth: {
    running: 'Forcing re-authentication of users',
    done: (users) => `Forced re-authentication of ${users}`,
  },
  user: { running: 'Making users normal users', done: (users) => `Gave ${users} the role user` },
  helper: { running: 'Making users helpers', done: (users) => `Gave ${users} the role helper` },
  manager: { running: 'Making users managers', done: (users) => `Gave ${users} the role manager` },
  auditor: { running: 'Making users auditors', done: (users) => `Gave ${users} the role auditor` },
  admin: { running: 'Making users admins', done: (users) => `Gave ${users} the role admin` },
  delete: { running: 'Deleting users', done: (users) => `Deleted ${users}` },
};

export function describeJob(job: BulkJob): string {
  const { running, done } = words[job.value ?? 'delete'];
  const count = job.done.toLocaleString('en');
  const soFar = job.total === null ? count : `${count} of ${job.total.toLocaleString('en')}`;
  switch (job.state) {
    case 'running':
      return job.total === null ? `${running}: counting` : `${running}: ${soFar}`;
    case 'done':
      return done(counted(job.done, 'user'));
    case 'stopped':
      return `${running}: stopped by ${job.stoppedBy} after ${soFar}`;
    case 'failed':
      return `${running}: ended after ${soFar}. ${job.problem}`;
  }
}
