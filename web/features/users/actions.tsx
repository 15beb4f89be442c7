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
import { useId, useState } from 'react';
import { ROLES, type Role, type Status } from '../../../contract/users/users.rules.ts';
import type { UserAccount, UserListItem } from '../../../contract/users/users.ts';
import { useMay } from '../../lib/use-may.ts';
import { displayName } from '../../lib/user-names.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { describeChange } from './action-words.ts';
import { type UserChange, useChangeUser, useResetSecondFactor } from './api.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { roleWords } from './role-words.ts';
import { ResetPasswordDialog, TemporaryPasswordDialog } from './temporary-password.tsx';

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
      description="What they can see and do in the back-office."
      size="medium"
      busy={isPending}
      holds
      open
      onOpenChange={onClose}
    >
      <RoleChoice roles={ROLES.filter(mayManage)} value={role} disabled={isPending} onChange={setRole} />
      <p role="status" className="mt-4 min-h-5 text-13 text-muted">
        {role === user.role ? 'This is their current role.' : consequence}
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
              // The dialog stays open to show a temporary password.
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

interface RoleChoiceProps {
  roles: readonly Role[];
  value: Role;
  disabled: boolean;
  onChange: (role: Role) => void;
}

function RoleChoice({ roles, value, disabled, onChange }: RoleChoiceProps) {
  const id = useId();
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-1.5">
      <legend className="sr-only">Role</legend>
      {roles.map((role) => (
        <label
          key={role}
          className="relative flex items-start gap-3 rounded-control border border-line px-3 py-2 text-13 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name={id}
            value={role}
            aria-label={roleWords[role].label}
            aria-describedby={`${id}-${role}`}
            checked={role === value}
            onChange={() => onChange(role)}
            className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          <span
            aria-hidden
            className="mt-0.5 size-4 shrink-0 rounded-full border border-control bg-surface peer-checked:border-5 peer-checked:border-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium">{roleWords[role].label}</span>
            <span id={`${id}-${role}`} className="block text-12 text-muted">
              {roleWords[role].may}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** For users who have lost every factor. Staff must be sure who is asking. */
function ResetSecondFactorDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { mutate, isPending } = useResetSecondFactor(user.id);
  return (
    <ConfirmDialog
      title={
        <>
          Reset second factor of <bdi>{displayName(user)}</bdi>
        </>
      }
      description="Their passkeys, app and recovery codes are deleted, and their sessions end at once. After that their password alone is enough to sign in, so make sure the request really came from them."
      confirm="Reset second factor"
      destroys
      pending={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
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
