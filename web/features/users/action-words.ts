import type { BulkJob } from '../../../contract/users/bulk.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import type { UserAccount } from '../../../contract/users/users.ts';
import { counted } from '../../ui/count.ts';
import type { UserAction, UserChange } from './api.ts';
import { roleWords } from './role-words.ts';

interface ActionWords {
  verb: string;
  after?: { one: string; many: string };
  label?: string;
  running: string;
  /** What a finished job did. Jobs about roles have their own sentence. */
  done?: string;
  one: string;
  many: string;
  can?: string;
}

/** A new staff member starts afresh, because others may know the password. */
const startsAnew = ({ email }: UserAccount) =>
  `They get a new temporary password. Their current password, second factors, linked sign-ins and sessions stop working${email ? ', and we email them' : ''}.`;
const START_ANEW =
  "They get new temporary passwords, which you can view in each user's details. Their current passwords, second factors, linked sign-ins and sessions stop working. We email up to 200 of them a day.";
/** The spec ends every bulk confirmation with this, so the text before must not mention a way back. */
const CANNOT_BE_UNDONE = 'This action cannot be undone.';

const toRole = (role: Exclude<Role, 'user'>, can: string): ActionWords => ({
  verb: 'Make',
  after: { one: roleWords[role].one, many: roleWords[role].plural.toLowerCase() },
  label: `Make ${role}`,
  running: 'Changing the role of',
  one: `${can} Their sessions end at once, and they sign in again as ${roleWords[role].one}.`,
  many: `${can} ${START_ANEW}`,
  can,
});

const words: Record<UserAction, ActionWords> = {
  active: {
    verb: 'Activate',
    running: 'Activating',
    done: 'Activated',
    one: 'They can sign in and use the portal again.',
    many: 'They can sign in and use the portal.',
  },
  suspended: {
    verb: 'Suspend',
    running: 'Suspending',
    done: 'Suspended',
    one: "Their sessions end at once, and they can't sign in until an admin or manager activates the account.",
    many: "Their sessions end at once, and they can't sign in.",
  },
  needs_auth: {
    verb: 'Force re-authentication of',
    label: 'Force re-authentication',
    running: 'Forcing re-authentication of',
    done: 'Forced re-authentication of',
    one: 'Their sessions end at once. The next successful sign-in makes the account active again.',
    many: 'Their sessions end at once, and they have to sign in again.',
  },
  user: {
    verb: 'Make',
    after: { one: 'a normal user', many: 'normal users' },
    label: 'Make user',
    running: 'Changing the role of',
    one: 'They lose access to the back-office. Their sessions end at once, and they sign in again as a user.',
    many: 'Their sessions end at once, and they sign in again as users.',
  },
  helper: toRole('helper', 'They see guests and their log, and can prompt and redirect them.'),
  manager: toRole('manager', 'They see all accounts, and can add, change, suspend and delete users.'),
  auditor: toRole('auditor', 'They can see everything in this back-office, and change nothing.'),
  admin: toRole('admin', 'Admins can see and change everything in this back-office.'),
  delete: {
    verb: 'Delete',
    running: 'Deleting',
    done: 'Deleted',
    one: 'The account is gone for good, and their sessions end at once.',
    many: 'Their sessions end at once, and their accounts are gone for good.',
  },
};

export const actionLabel = (action: UserAction) => words[action].label ?? words[action].verb;

export function describeChange({ user, action }: UserChange) {
  const { verb, after } = words[action];
  return { verb, after: after?.one, label: actionLabel(action), consequence: consequenceOf({ user, action }) };
}

function consequenceOf({ user, action }: UserChange): string {
  const { one, can } = words[action];
  // Unlike Suspended, Needs Auth lets people sign in.
  if (action === 'needs_auth' && user.status === 'suspended')
    return 'This ends the suspension: the next successful sign-in makes the account active again.';
  return can !== undefined && user.role === 'user' ? `${can} ${startsAnew(user)}` : one;
}

const STAY_SUSPENDED = 'Suspended accounts stay suspended.';

interface Matching {
  users: number;
  suspended: number;
}

export function describeBulk(action: UserAction, count: number, matching?: Matching) {
  const { verb, after, running, many } = words[action];
  const leftOut = action === 'needs_auth' ? matching?.suspended : undefined;
  const changed = count - (leftOut ?? 0);
  const users = counted(changed, 'user');
  const title = [verb, users, changed === 1 ? after?.one : after?.many].filter(Boolean).join(' ');
  const consequence = [
    many,
    action === 'needs_auth' && (leftOut ? `${counted(leftOut, 'suspended user')} stay suspended.` : STAY_SUSPENDED),
    matching && 'It continues on the server if you leave this page.',
    CANNOT_BE_UNDONE,
  ];
  return {
    title,
    // The title is too long for a button.
    confirm: action === 'needs_auth' ? actionLabel(action) : title,
    running: `${running} ${users}…`,
    consequence: consequence.filter(Boolean).join(' '),
  };
}

export function describeJob({ value, state, done, total, stoppedBy, problem }: BulkJob): string {
  const action = value ?? 'delete';
  const { after, ...word } = words[action];
  const doing = after ? `Making users ${after.many}` : `${word.running} users`;
  const count = done.toLocaleString('en');
  const soFar = total === null ? count : `${count} of ${total.toLocaleString('en')}`;
  switch (state) {
    case 'running':
      return total === null ? `${doing}: counting` : `${doing}: ${soFar}`;
    case 'done': {
      const users = counted(done, 'user');
      return after ? `Gave ${users} the role ${action}` : `${word.done} ${users}`;
    }
    case 'stopped':
      return `${doing}: stopped by ${stoppedBy} after ${soFar}`;
    case 'failed':
      return `${doing}: ended after ${soFar}. ${problem}`;
  }
}
