import { useState } from 'react';
import type { User } from '../../../contract/users.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useResetPassword } from './api.ts';
import { displayName } from './names.ts';
import { TemporaryPassword } from './temporary-password.tsx';

export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [sendByMail, setSendByMail] = useState(false);
  const { mutate, data, isPending } = useResetPassword(user.id);
  const name = <bdi>{displayName(user)}</bdi>;
  if (data) {
    return (
      <Dialog
        title="Password reset"
        description={<>{name} signs in with this password next and then chooses a new one.</>}
        holds
        open
        onOpenChange={onClose}
      >
        <TemporaryPassword password={data.temporaryPassword} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={<>Reset password of {name}</>}
      description="They get a new temporary password. The old one no longer works, and their sessions end at once."
      busy={isPending}
      open
      onOpenChange={onClose}
    >
      {user.email && (
        <CheckboxField
          label="Send it by mail"
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
