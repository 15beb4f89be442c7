import { useState } from 'react';
import type * as z from 'zod';
import { ADMIN_PASSWORD_MIN, PASSWORD_ALONE_MIN, PASSWORD_MIN } from '../../../contract/auth/auth.rules.ts';
import {
  ChangeAdminPasswordForm,
  ChangePasswordForm as ChangeOwnPasswordForm,
  FirstPasswordForm,
} from '../../../contract/auth/auth.ts';
import type { Messages } from '../../../contract/language/messages.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { formClass } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useChangePassword, useCurrentUser } from './api.ts';

type Passwords = z.input<typeof FirstPasswordForm>;

type Kind = 'own' | 'admin' | 'first';

const schemas: Record<Kind, z.ZodType<Passwords, Passwords>> = {
  own: ChangeOwnPasswordForm,
  admin: ChangeAdminPasswordForm,
  first: FirstPasswordForm,
};

/** `bad_input` can only be about the new password: the form has checked the rest. */
const errorFields = { wrong_password: 'currentPassword', bad_input: 'newPassword' } as const;

const empty = { newPassword: '', confirmPassword: '' };

interface ChangePasswordFormProps {
  kind: Kind;
  username: string;
  onChanged?: () => void;
}

/** The shortest password that the server accepts for this account. */
function hintFor(kind: Kind, hasSecondFactor: boolean, { atLeast, atLeastAlone }: Messages['signedIn']['password']) {
  if (kind !== 'admin') return atLeast(PASSWORD_MIN);
  if (hasSecondFactor) return atLeast(ADMIN_PASSWORD_MIN);
  return atLeastAlone(PASSWORD_ALONE_MIN, ADMIN_PASSWORD_MIN);
}

export function ChangePasswordForm({ kind, username, onChanged }: ChangePasswordFormProps) {
  const words = useMessages().signedIn.password;
  const [asksCurrent, setAsksCurrent] = useState(kind !== 'first');
  const { field, handleSubmit, reset, setServerError } = useSchemaForm<Passwords, Passwords>(schemas[kind], empty);
  const change = useChangePassword(kind);
  const { data: user } = useCurrentUser();
  const onSuccess = () => {
    reset(empty);
    onChanged?.();
  };
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.id === 'current_password_needed') setAsksCurrent(true);
    setServerError(error, errorFields);
  };
  const submit = handleSubmit(({ confirmPassword: _, ...passwords }) => {
    if (!change.isPending) change.mutate(passwords, { onSuccess, onError });
  });
  return (
    <form noValidate onSubmit={submit} className={formClass}>
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {asksCurrent && (
        <PasswordField label={words.current} autoComplete="current-password" {...field('currentPassword')} />
      )}
      <PasswordField
        label={words.new}
        autoComplete="new-password"
        hint={hintFor(kind, user?.secondFactor ?? false, words)}
        {...field('newPassword')}
      />
      <PasswordField label={words.confirm} autoComplete="new-password" {...field('confirmPassword')} />
      <Button type="submit" pending={change.isPending} className="self-start">
        {change.isPending ? words.changing : words.change}
      </Button>
    </form>
  );
}
