import { useEffect, useState } from 'react';
import { USERNAME_MAX } from '../../../contract/auth/auth.rules.ts';
import { eachDetail } from '../../../contract/users/account-details.rules.ts';
import { ROLES } from '../../../contract/users/users.rules.ts';
import { NewUserInput } from '../../../contract/users/users.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { displayName } from '../../lib/user-names.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { formClass, TextField } from '../../ui/fields/field.tsx';
import { SelectField } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toastFailure } from '../../ui/overlays/toast.ts';
import { type CreatedUser, type NewUser, useCreateUser } from './api.ts';
import { DetailField, DetailFields } from './detail-fields.tsx';
import { roleWords } from './role-words.ts';
import { TemporaryPassword } from './temporary-password.tsx';

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedUser | null>(null);
  return (
    <Dialog
      title={created ? 'Account created' : 'Add user'}
      description={
        created ? (
          <>
            <bdi>{displayName(created)}</bdi> signs in as <bdi className="font-medium text-ink">{created.username}</bdi>{' '}
            with this password.
          </>
        ) : (
          'The account gets a temporary password. The user chooses a new one at the first sign-in.'
        )
      }
      holds
      open
      onOpenChange={onClose}
    >
      {created ? (
        <TemporaryPassword
          password={created.temporaryPassword}
          action={
            <Button variant="secondary" onClick={() => setCreated(null)}>
              Add another
            </Button>
          }
          onClose={onClose}
        />
      ) : (
        <AddUserForm onCreated={setCreated} onCancel={onClose} />
      )}
    </Dialog>
  );
}

const empty = {
  username: '',
  ...eachDetail(() => ''),
  role: 'user',
  sendByMail: false,
} satisfies NewUser;

function AddUserForm({ onCreated, onCancel }: { onCreated: (user: CreatedUser) => void; onCancel: () => void }) {
  const { field, handleSubmit, setServerError, setFocus, setValue, watch } = useSchemaForm(NewUserInput, empty);
  const create = useCreateUser();
  const { mayManage } = useMay();
  const { email, role = 'user', sendByMail = false } = watch();
  useEffect(() => setFocus('username'), [setFocus]);

  const refuse = (error: unknown) => {
    if (!setServerError(error, { username_taken: 'username', email_taken: 'email' }))
      toastFailure('Error', error, "Couldn't create the account. Please try again.");
  };
  const submit = handleSubmit((user) => {
    if (!create.isPending) create.mutate(user, { onSuccess: onCreated, onError: refuse });
  });
  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        hint="What they sign in with"
        {...field('username')}
      />
      <DetailField
        detail="email"
        {...field('email', {
          onChange: (event) => {
            if (!event.target.value) setValue('sendByMail', false);
          },
        })}
      />
      <DetailFields field={field} except="email" />
      <SelectField
        label="Role"
        hint={roleWords[role].may}
        value={role}
        onChange={(chosen) => setValue('role', chosen)}
        groups={[ROLES.filter(mayManage).map((value) => ({ value, label: roleWords[value].label }))]}
      />
      <CheckboxField
        label="Send the password by email"
        hint={email ? 'The temporary password goes to this address' : 'Enter an email address to send the password to'}
        checked={sendByMail}
        disabled={!email}
        onChange={(event) => setValue('sendByMail', event.target.checked)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={create.isPending}>
          {create.isPending ? 'Adding…' : 'Add user'}
        </Button>
      </div>
    </form>
  );
}
