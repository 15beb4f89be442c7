import { expect, test } from 'vitest';
import type { User } from '../../../contract/users.ts';
import type { UserChange } from './api.ts';
import { describeChange } from './change-dialog.tsx';

const user = { status: 'active' } as User;

test.for<[UserChange, string, string]>([
  [{ kind: 'status', user, status: 'suspended' }, 'Suspend Mira', 'Suspend'],
  [{ kind: 'status', user, status: 'active' }, 'Activate Mira', 'Activate'],
  [{ kind: 'status', user, status: 'needs_auth' }, 'Force re-authentication of Mira', 'Force re-authentication'],
  [{ kind: 'role', user, role: 'admin' }, 'Make Mira an admin', 'Make admin'],
  [{ kind: 'role', user, role: 'user' }, 'Make Mira a normal user', 'Make user'],
  [{ kind: 'delete', user }, 'Delete Mira', 'Delete'],
])('%o is called "%s"', ([change, title, confirm]) => {
  const words = describeChange(change);
  const [before, after = ''] = words.title;
  expect([`${before} Mira ${after}`.trim(), words.confirm]).toEqual([title, confirm]);
});

test('a suspended user who has to sign in again is no longer suspended, and the dialog says so', () => {
  const suspended = { status: 'suspended' } as User;
  const { consequence } = describeChange({ kind: 'status', user: suspended, status: 'needs_auth' });
  expect(consequence).toContain('ends the suspension');
});
