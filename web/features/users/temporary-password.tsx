import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UserAccount } from '../../../contract/users/users.ts';
import { displayName } from '../../lib/user-names.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useResetPassword } from './api.ts';

export function ResetPasswordDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const [sendByMail, setSendByMail] = useState(false);
  const { mutate, data, isPending } = useResetPassword(user.id);
  if (data)
    return (
      <TemporaryPasswordDialog title="Password reset" user={user} password={data.temporaryPassword} onClose={onClose} />
    );
  return (
    <Dialog
      title={
        <>
          Reset password of <bdi>{displayName(user)}</bdi>
        </>
      }
      description="They get a new temporary password. Their old password no longer works, and their sessions end at once."
      busy={isPending}
      open
      onOpenChange={onClose}
    >
      {user.email && (
        <CheckboxField
          label="Send the password by email"
          hint={`To ${user.email}`}
          checked={sendByMail}
          disabled={isPending}
          onChange={(event) => setSendByMail(event.target.checked)}
        />
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button pending={isPending} onClick={() => mutate(sendByMail)}>
          Reset password
        </Button>
      </div>
    </Dialog>
  );
}

interface TemporaryPasswordDialogProps {
  title: string;
  user: UserAccount;
  password: string;
  onClose: () => void;
}

export const TemporaryPasswordDialog = ({ title, user, password, onClose }: TemporaryPasswordDialogProps) => (
  <Dialog
    title={title}
    description={
      <>
        <bdi>{displayName(user)}</bdi> signs in with this password and then chooses a new one.
      </>
    }
    holds
    open
    onOpenChange={onClose}
  >
    <TemporaryPassword password={password} onClose={onClose} />
  </Dialog>
);

interface TemporaryPasswordProps {
  password: string;
  action?: ReactNode;
  onClose: () => void;
}

export function TemporaryPassword({ password, action, onClose }: TemporaryPasswordProps) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <p className="mb-1.5 text-13 font-medium">Temporary password</p>
      <div className="flex min-h-12 items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1.5 pe-2 ps-4">
        <code className="font-mono text-16 tracking-wide wrap-anywhere select-all">{password}</code>
        <CopyButton ref={copy} label="Copy password" text={password} />
      </div>
      <p className="mt-2 text-12 text-muted">You can view it in the user's details until it's used or expires.</p>
      <div className="mt-6 flex justify-end gap-2">
        {action}
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
