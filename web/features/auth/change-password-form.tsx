import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '../../../contract/auth.rules.ts';
import { ChangeAdminPasswordInput, ChangePasswordInput, withConfirmation } from '../../../contract/auth.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { formClass } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useChangePassword } from './api.ts';

const kinds = {
  own: { form: withConfirmation(ChangePasswordInput), least: PASSWORD_MIN },
  admin: { form: withConfirmation(ChangeAdminPasswordInput), least: ADMIN_PASSWORD_MIN },
};

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

interface ChangePasswordFormProps {
  kind: keyof typeof kinds;
  username: string;
  onChanged?: () => void;
}

export function ChangePasswordForm({ kind, username, onChanged }: ChangePasswordFormProps) {
  const { form, least } = kinds[kind];
  const { field, handleSubmit, reset } = useSchemaForm(form, empty);
  const change = useChangePassword(kind);
  const onSuccess = () => {
    reset(empty);
    onChanged?.();
  };
  const submit = handleSubmit(({ confirmPassword: _, ...passwords }) => {
    if (!change.isPending) change.mutate(passwords, { onSuccess });
  });
  return (
    <form noValidate onSubmit={submit} className={formClass}>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${least} characters`}
        {...field('newPassword')}
      />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...field('confirmPassword')} />
      <Button type="submit" pending={change.isPending} className="self-start">
        {change.isPending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}
