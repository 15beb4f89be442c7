import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';

export function ChangePasswordDialog({ username }: { username: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Change password"
      description="You stay signed in here and are signed out everywhere else."
      trigger={<Button variant="secondary">Change password</Button>}
      holds
      open={open}
      onOpenChange={setOpen}
    >
      <ChangePasswordForm kind="own" username={username} onChanged={() => setOpen(false)} />
    </Dialog>
  );
}
