import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { USERNAME_MAX } from '../../../contract/auth.rules.ts';
import { NAME_MAX } from '../../../contract/users.rules.ts';
import { NewUserInput } from '../../../contract/users.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import { Field, TextField } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { type NewUserForm, useCreateUser } from './create-user.ts';

export type Created = NonNullable<ReturnType<typeof useCreateUser>['data']>;

const empty = {
  username: '',
  email: '',
  firstName: '',
  lastName: '',
  role: 'user',
  sendByMail: false,
} satisfies NewUserForm;

const roles = [
  [
    { value: 'user', label: 'User' },
    { value: 'admin', label: 'Admin' },
  ],
] as const;

/** Which field an error of the server is about. */
const fieldOf: Record<string, 'username' | 'email'> = { username_taken: 'username', email_taken: 'email' };

export function AddUserForm({ onCreated, onCancel }: { onCreated: (user: Created) => void; onCancel: () => void }) {
  const { register, control, handleSubmit, setError, setFocus, setValue, watch, formState } = useForm({
    resolver: zodResolver(NewUserInput),
    defaultValues: empty,
  });
  const { errors } = formState;
  const create = useCreateUser();
  const noEmail = !watch('email');
  useEffect(() => setFocus('username'), [setFocus]);

  const refuse = (error: unknown) => {
    const field = error instanceof ApiError ? fieldOf[error.id] : undefined;
    const message = sentenceOf(error, 'Failed to create the account');
    if (field) setError(field, { message }, { shouldFocus: true });
    else toast({ title: 'Error', description: message, variant: 'error' });
  };
  const submit = handleSubmit((user) => {
    if (!create.isPending) create.mutate(user, { onSuccess: onCreated, onError: refuse });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        hint="What they sign in with"
        error={errors.username?.message}
        {...register('username')}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        hint="Optional"
        error={errors.email?.message}
        {...register('email', {
          onChange: (event) => {
            if (!event.target.value) setValue('sendByMail', false);
          },
        })}
      />
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="off"
          maxLength={NAME_MAX}
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          maxLength={NAME_MAX}
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <Controller
        name="role"
        control={control}
        render={({ field: { value = 'user', onChange, onBlur } }) => (
          <Field
            label="Role"
            hint={value === 'admin' ? 'Can see and change everything in this back-office' : undefined}
          >
            {(described) => (
              <Select
                {...described}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                groups={roles}
                className="w-full"
              />
            )}
          </Field>
        )}
      />
      <Controller
        name="sendByMail"
        control={control}
        render={({ field: { value = false, onChange } }) => (
          <CheckboxField
            label="Send it by mail"
            hint={
              noEmail
                ? 'Enter an e-mail address to send the password to'
                : 'The temporary password goes to this address'
            }
            checked={value}
            disabled={noEmail}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      />
      <div className="mt-5 flex justify-end gap-2">
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
