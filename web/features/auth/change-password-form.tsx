import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '../../../contract/auth.rules.ts';
import { ChangeAdminPasswordInput, ChangePasswordInput, withConfirmation } from '../../../contract/auth.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { toast } from '../../ui/overlays/toast.ts';

/** Everyone changes their own password; the settings page has an older form with a lower bound. */
const kinds = {
  own: {
    call: 'POST /api/auth/change-password',
    form: withConfirmation(ChangePasswordInput),
    least: PASSWORD_MIN,
    changed: 'Your password has been updated successfully.',
  },
  admin: {
    call: 'POST /api/admin/change-password',
    form: withConfirmation(ChangeAdminPasswordInput),
    least: ADMIN_PASSWORD_MIN,
    changed: 'Your admin password has been updated successfully.',
  },
} as const;

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

interface ChangePasswordFormProps {
  kind: keyof typeof kinds;
  username: string;
  onChanged?: () => void;
}

export function ChangePasswordForm({ kind, username, onChanged }: ChangePasswordFormProps) {
  const { call, form, least, changed } = kinds[kind];
  const { register, handleSubmit, reset, formState } = useForm({ resolver: zodResolver(form), defaultValues: empty });
  const { errors } = formState;
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof empty) =>
      api(call, { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      toast({ title: 'Password Changed', description: changed, variant: 'success', acrossPages: true });
      reset(empty);
      onChanged?.();
    },
    onError: (error) =>
      toast({
        title: 'Password Change Failed',
        description: sentenceOf(error, 'Please try again'),
        variant: 'error',
      }),
  });
  const submit = handleSubmit((values) => {
    if (!change.isPending) change.mutate(values);
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2.5">
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${least} characters`}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button type="submit" pending={change.isPending} className="mt-2 self-start">
        {change.isPending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}
