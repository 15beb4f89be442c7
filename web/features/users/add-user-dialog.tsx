import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { AddUserForm, type Created } from './add-user-form.tsx';
import { displayName } from './display-name.ts';
import { TemporaryPassword } from './temporary-password.tsx';

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  if (!created) {
    return (
      <Dialog
        title="Add user"
        description="The account gets a temporary password, which the user replaces at the first sign-in."
        holds
        open
        onOpenChange={onClose}
      >
        <AddUserForm onCreated={setCreated} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Account created"
      description={
        <>
          <bdi>{displayName(created)}</bdi> signs in as <bdi className="font-medium text-ink">{created.username}</bdi>{' '}
          with this password.
        </>
      }
      holds
      open
      onOpenChange={onClose}
    >
      <TemporaryPassword password={created.temporaryPassword} />
      <div className="mt-6 flex justify-end gap-2">
        <Button variant="secondary" onClick={() => setCreated(null)}>
          Add another
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
