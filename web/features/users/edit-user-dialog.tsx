import { useEffect } from 'react';
import {
  ACCOUNT_DETAIL_NAMES,
  type AccountDetails,
  eachDetail,
} from '../../../contract/users/account-details.rules.ts';
import { EditUserInput, type UserAccount } from '../../../contract/users/users.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { displayName } from '../../lib/user-names.ts';
import { Button } from '../../ui/button.tsx';
import { formClass } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toastFailure } from '../../ui/overlays/toast.ts';
import { useEditUser } from './api.ts';
import { DetailFields } from './detail-fields.tsx';

interface EditUserDialogProps {
  user: UserAccount;
  onClose: () => void;
}

export const EditUserDialog = ({ user, onClose }: EditUserDialogProps) => (
  <Dialog
    title={
      <>
        Edit <bdi>{displayName(user)}</bdi>
      </>
    }
    description={
      <>
        Their username stays <bdi className="font-medium text-ink">{user.username}</bdi>, and they stay signed in.
      </>
    }
    holds
    open
    onOpenChange={onClose}
  >
    <EditUserForm user={user} onClose={onClose} />
  </Dialog>
);

function EditUserForm({ user, onClose }: EditUserDialogProps) {
  const { field, handleSubmit, setServerError, setFocus } = useSchemaForm(
    EditUserInput,
    eachDetail((name) => user[name] ?? ''),
  );
  const edit = useEditUser(user.id);
  useEffect(() => setFocus('firstName'), [setFocus]);

  const refuse = (error: unknown) => {
    if (!setServerError(error, { email_taken: 'email' }))
      toastFailure('Error', error, "Couldn't save the changes. Please try again.");
  };
  const submit = handleSubmit((typed) => {
    if (edit.isPending) return;
    const changes = changedDetails(user, typed);
    if (changes) edit.mutate(changes, { onSuccess: onClose, onError: refuse });
    else onClose();
  });
  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <DetailFields field={field} />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={edit.isPending}>
          {edit.isPending ? 'Saving…' : 'Save changes'}
        </Button>
      </div>
    </form>
  );
}

/** Only what changed in the form, so that saving overwrites nothing else; null if nothing changed. */
export function changedDetails(before: AccountDetails, typed: Partial<AccountDetails>): Partial<AccountDetails> | null {
  const names = ACCOUNT_DETAIL_NAMES.filter((name) => (typed[name] ?? null) !== before[name]);
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, typed[name] ?? null])) : null;
}
