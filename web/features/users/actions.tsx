import {
  Ban,
  CircleCheck,
  CornerUpRight,
  KeyRound,
  type LucideIcon,
  PanelRightOpen,
  Pencil,
  SquareAsterisk,
} from 'lucide-react';
import { useState } from 'react';
import { ROLES, type Role, type Status } from '../../../contract/users/users.rules.ts';
import type { UserAccount, UserListItem } from '../../../contract/users/users.ts';
import { useMay } from '../../lib/use-may.ts';
import { displayName } from '../../lib/user-names.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/count.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { type UserAction, type UserChange, useChangeUser } from './api.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { ResetSecondFactorDialog } from './reset-second-factor.tsx';
import { RoleChoice } from './role-choice.tsx';
import { roleWords } from './role-words.ts';
import { ResetPasswordDialog, TemporaryPasswordDialog } from './temporary-password.tsx';

interface ActionWords {
  verb: string;
  after?: { one: string; many: string };
  label?: string;
  running: string;
  one: string;
  many: string;
  /** What a back-office role allows. */
  can?: string;
}

/** A new staff member starts afresh, because others may know the password. */
const startsAnew = ({ email }: UserAccount) =>
  `They get a new temporary password. Their current password, second factors, linked sign-ins and sessions end${email ? ', and we email them' : ''}.`;
const START_ANEW =
  'They get new temporary passwords, which you can view in each user’s details. Their current passwords, second factors, linked sign-ins and sessions end, and we email up to 200 of them a day.';

const toRole = (role: Exclude<Role, 'user'>, can: string): ActionWords => ({
  verb: 'Make',
  after: { one: roleWords[role].one, many: roleWords[role].plural.toLowerCase() },
  label: `Make ${role}`,
  running: 'Changing the role of',
  one: `${can} Their sessions end at once, and they sign in again as ${roleWords[role].one}.`,
  many: `${can} ${START_ANEW} Each of them can be made a normal user again, one at a time.`,
  can,
});

const words: Record<UserAction, ActionWords> = {
  active: {
    verb: 'Activate',
    running: 'Activating',
    one: 'They can sign in and use the portal again.',
    many: 'They can sign in again. They can be suspended again.',
  },
  suspended: {
    verb: 'Suspend',
    running: 'Suspending',
    one: 'Their sessions end at once, and they cannot sign in until somebody activates the account again.',
    many: 'Their sessions end at once, and they cannot sign in. They can be activated again.',
  },
  needs_auth: {
    verb: 'Force re-authentication of',
    label: 'Force re-authentication',
    running: 'Forcing re-authentication of',
    one: 'Their sessions end at once. The next successful sign-in makes the account active again.',
    many: 'Their sessions end at once. They can sign in again with their password.',
  },
  user: {
    verb: 'Make',
    after: { one: 'a normal user', many: 'normal users' },
    label: 'Make user',
    running: 'Changing the role of',
    one: 'They lose the back-office. Their sessions end at once, and they sign in again as a user.',
    many: 'Their sessions end at once, and they sign in again as users. Their role can be changed again.',
  },
  helper: toRole('helper', 'They see guests and their log, and can prompt and move them.'),
  manager: toRole('manager', 'They see all accounts, and can add, change, suspend and delete users.'),
  auditor: toRole('auditor', 'They can see everything in this back-office, and change nothing.'),
  admin: toRole('admin', 'Admins can see and change everything in this back-office.'),
  delete: {
    verb: 'Delete',
    running: 'Deleting',
    one: 'The account is gone for good, and their sessions end at once.',
    many: 'Their sessions end at once, and their accounts are gone for good. It cannot be taken back.',
  },
};

export function describeChange({ user, action }: UserChange) {
  const { verb, after, label = verb } = words[action];
  return { verb, after: after?.one, label, consequence: consequenceOf({ user, action }) };
}

function consequenceOf({ user, action }: UserChange): string {
  const { one, can } = words[action];
  // Needs Auth lets people sign in, Suspended does not.
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
  const { verb, after, label = verb, running, many } = words[action];
  const leftOut = action === 'needs_auth' ? matching?.suspended : undefined;
  const changed = count - (leftOut ?? 0);
  const users = counted(changed, 'user');
  const title = [verb, users, changed === 1 ? after?.one : after?.many].filter(Boolean).join(' ');
  const consequence = [
    many,
    action === 'needs_auth' && (leftOut ? `${counted(leftOut, 'suspended user')} stay suspended.` : STAY_SUSPENDED),
    matching && 'The server goes on with it when you leave this page.',
  ];
  return {
    title,
    // The title is too long for a button.
    confirm: action === 'needs_auth' ? label : title,
    running: `${running} ${users}…`,
    consequence: consequence.filter(Boolean).join(' '),
  };
}

export type UserActionRequest =
  | UserChange
  | { user: UserListItem; action: 'edit' | 'reset_password' | 'reset_second_factor' | 'change_role' };

interface ChangeDialogProps {
  change: UserChange;
  onChanged: (change: UserChange) => void;
  onClose: () => void;
}

function ChangeDialog({ change, onChanged, onClose }: ChangeDialogProps) {
  const { mutate, isPending } = useChangeUser();
  const { verb, after, label, consequence } = describeChange(change);
  return (
    <ConfirmDialog
      title={
        <>
          {verb} <bdi>{displayName(change.user)}</bdi> {after}
        </>
      }
      description={consequence}
      confirm={label}
      destroys={change.action === 'delete'}
      pending={isPending}
      onConfirm={() => mutate(change, { onSuccess: () => onChanged(change), onSettled: onClose })}
      onCancel={onClose}
    />
  );
}

function ChangeRoleDialog({ user, onChanged, onClose }: Omit<ChangeDialogProps, 'change'> & { user: UserListItem }) {
  const { mutate, data, isPending } = useChangeUser();
  const { mayManage } = useMay();
  const [role, setRole] = useState<Role>(user.role);
  const change = { user, action: role };
  const { label, consequence } = describeChange(change);
  if (data?.temporaryPassword !== undefined)
    return (
      <TemporaryPasswordDialog title="Role changed" user={user} password={data.temporaryPassword} onClose={onClose} />
    );
  return (
    <Dialog
      title={
        <>
          Change role of <bdi>{displayName(user)}</bdi>
        </>
      }
      description="What they may see and do in this back-office."
      size="medium"
      busy={isPending}
      holds
      open
      onOpenChange={onClose}
    >
      <RoleChoice roles={ROLES.filter(mayManage)} value={role} disabled={isPending} onChange={setRole} />
      <p role="status" className="mt-4 min-h-5 text-13 text-muted">
        {role === user.role ? 'This is the role they have.' : consequence}
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={role === user.role}
          pending={isPending}
          onClick={() =>
            mutate(change, {
              onSuccess: () => onChanged(change),
              // A temporary password is shown first.
              onSettled: (changed) => changed?.temporaryPassword === undefined && onClose(),
            })
          }
        >
          {role === user.role ? 'Change role' : label}
        </Button>
      </div>
    </Dialog>
  );
}

export function UserActionDialog({
  request,
  onChanged,
  onClose,
}: Omit<ChangeDialogProps, 'change'> & { request: UserActionRequest }) {
  const { user, action } = request;
  if (action === 'edit') return <EditUserDialog user={user} onClose={onClose} />;
  if (action === 'reset_password') return <ResetPasswordDialog user={user} onClose={onClose} />;
  if (action === 'change_role') return <ChangeRoleDialog user={user} onChanged={onChanged} onClose={onClose} />;
  if (action === 'reset_second_factor') return <ResetSecondFactorDialog user={user} onClose={onClose} />;
  return <ChangeDialog change={{ user, action }} onChanged={onChanged} onClose={onClose} />;
}

export const redirectAction = {
  icon: CornerUpRight,
  label: 'Redirect user',
  href: (user: UserAccount) => `/admin/redirects?user=${encodeURIComponent(user.id)}`,
};

export const detailsAction = { icon: PanelRightOpen, label: 'View details' };

export const editAction = { icon: Pencil, label: 'Edit' };

export const resetAction = { icon: SquareAsterisk, label: 'Reset password' };

/** Both states of the toggle share a key, so that the button keeps its focus. */
export function statusActions(user: UserListItem, isPossible: boolean) {
  if (!isPossible) return [];
  const to = (action: Status, key: string, icon: LucideIcon) => {
    const request = { user, action };
    const { verb, label } = describeChange(request);
    return { key, icon, label, labelWithName: `${verb} ${displayName(user)}`, request };
  };
  return [
    to('needs_auth', 'reauthenticate', KeyRound),
    user.status === 'suspended' ? to('active', 'toggle', CircleCheck) : to('suspended', 'toggle', Ban),
  ];
}
