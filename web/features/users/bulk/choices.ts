import { BULK_MAX, type BulkActionInput } from '../../../../contract/users.ts';
import { counted } from '../../../ui/count.ts';

/** What can be done with many users at once, in the groups of the picker. */
export const bulkGroups = [
  [
    { value: 'active', label: 'Set active' },
    { value: 'suspended', label: 'Set suspended' },
    { value: 'needs_auth', label: 'Set needs auth' },
  ],
  [
    { value: 'user', label: 'Make user' },
    { value: 'admin', label: 'Make admin' },
  ],
  [{ value: 'delete', label: 'Delete' }],
] as const;

export type BulkChoice = (typeof bulkGroups)[number][number]['value'];

/** The calls that do it, in order: one takes only so many users. */
export function bulkCalls(choice: BulkChoice, ids: Iterable<string>, most = BULK_MAX): BulkActionInput[] {
  const all = [...ids];
  const calls: BulkActionInput[] = [];
  for (let start = 0; start < all.length; start += most) calls.push(bulkCall(choice, all.slice(start, start + most)));
  return calls;
}

function bulkCall(choice: BulkChoice, userIds: string[]): BulkActionInput {
  if (choice === 'delete') return { userIds, action: 'delete' };
  if (choice === 'user' || choice === 'admin') return { userIds, action: 'role', value: choice };
  return { userIds, action: 'status', value: choice };
}

interface BulkWords {
  /** Verb and count, for the title and the button of the question. */
  title: string;
  /** On the button when the title is too long for it. */
  confirm?: string;
  running: string;
  consequence: string;
}

export function describeBulk(choice: BulkChoice, count: number): BulkWords {
  const users = counted(count, 'user');
  switch (choice) {
    case 'active':
      return { title: `Activate ${users}`, running: `Activating ${users}…`, consequence: 'They can sign in again.' };
    case 'suspended':
      return {
        title: `Suspend ${users}`,
        running: `Suspending ${users}…`,
        consequence: 'Their sessions end at once, and they cannot sign in until they are activated again.',
      };
    case 'needs_auth':
      return {
        title: `Force re-authentication of ${users}`,
        confirm: 'Force re-authentication',
        running: `Forcing re-authentication of ${users}…`,
        consequence: 'Their sessions end at once. Suspended users can sign in again.',
      };
    case 'user':
      return {
        title: `Make ${users} ${count === 1 ? 'a normal user' : 'normal users'}`,
        running: `Changing the role of ${users}…`,
        consequence: 'Their sessions end at once, and they sign in again as users.',
      };
    case 'admin':
      return {
        title: `Make ${users} ${count === 1 ? 'an admin' : 'admins'}`,
        running: `Changing the role of ${users}…`,
        consequence: 'Admins can see and change everything in this back-office. Their sessions end at once.',
      };
    case 'delete':
      return {
        title: `Delete ${users}`,
        running: `Deleting ${users}…`,
        consequence: 'Their accounts are gone for good, and their sessions end at once.',
      };
  }
}
