import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { type UserChange, useChangeUser } from './api.ts';
import { displayName } from './names.ts';

interface ChangeDialogProps {
  change: UserChange;
  onChanged: (change: UserChange) => void;
  onClose: () => void;
}

/** Nothing happens to a user before somebody has read what it means. */
export function ChangeDialog({ change, onChanged, onClose }: ChangeDialogProps) {
  const { mutate, isPending } = useChangeUser();
  const { title, confirm, consequence } = describeChange(change);
  const [before, after] = title;
  const carryOut = () => mutate(change, { onSuccess: () => onChanged(change), onSettled: onClose });
  return (
    <ConfirmDialog
      title={
        <>
          {before} <bdi>{displayName(change.user)}</bdi> {after}
        </>
      }
      description={consequence}
      confirm={confirm}
      destroys={change.kind === 'delete'}
      pending={isPending}
      onConfirm={carryOut}
      onCancel={onClose}
    />
  );
}

interface ChangeWords {
  /** What stands before the user's name in the title, and what after it. */
  title: [before: string, after?: string];
  confirm: string;
  consequence: string;
}

const SIGNED_OUT = 'Their sessions end at once';

/** What a change is called and what it means for the user. */
export function describeChange(change: UserChange): ChangeWords {
  switch (change.kind) {
    case 'delete':
      return {
        title: ['Delete'],
        confirm: 'Delete',
        consequence: 'The account is gone for good, and their sessions end at once.',
      };
    case 'role':
      return change.role === 'admin'
        ? {
            title: ['Make', 'an admin'],
            confirm: 'Make admin',
            consequence: `Admins can see and change everything in this back-office. ${SIGNED_OUT}, and they sign in again as an admin.`,
          }
        : {
            title: ['Make', 'a normal user'],
            confirm: 'Make user',
            consequence: `They lose the back-office. ${SIGNED_OUT}, and they sign in again as a user.`,
          };
    case 'status':
      return describeStatusChange(change);
  }
}

function describeStatusChange({ status, user }: Extract<UserChange, { kind: 'status' }>): ChangeWords {
  switch (status) {
    case 'active':
      return { title: ['Activate'], confirm: 'Activate', consequence: 'They can sign in and use the portal again.' };
    case 'suspended':
      return {
        title: ['Suspend'],
        confirm: 'Suspend',
        consequence: `${SIGNED_OUT}, and they cannot sign in until somebody activates the account again.`,
      };
    case 'needs_auth':
      return {
        title: ['Force re-authentication of'],
        confirm: 'Force re-authentication',
        // Needs Auth lets people sign in, which Suspended does not.
        consequence:
          user.status === 'suspended'
            ? 'This ends the suspension: the next successful sign-in makes the account active again.'
            : `${SIGNED_OUT}. The next successful sign-in makes the account active again.`,
      };
  }
}
