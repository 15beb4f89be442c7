import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { SecurityCheckInput } from '../../../contract/account.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useSecurityCheck } from './api.ts';
import { TaskDone } from './task-feedback.tsx';

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.id === 'wrong_password';

export function SecurityCheckForm({ username }: { username: string }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(SecurityCheckInput),
    defaultValues: { password: '' },
  });
  const check = useSecurityCheck();

  const confirm = ({ password }: { password: string }) => {
    if (check.isPending) return;
    check.mutate(password, {
      onError: (error) => {
        const description = sentenceOf(error, 'Please try again');
        if (isWrongPassword(error)) setError('password', { message: description }, { shouldFocus: true });
        else toast({ title: 'Security check failed', description, variant: 'error' });
      },
    });
  };

  if (check.isSuccess) return <TaskDone justNow>Thank you, your password is confirmed.</TaskDone>;
  return (
    <form
      noValidate
      onSubmit={handleSubmit(confirm)}
      className="max-w-100 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" pending={check.isPending} className="mt-2 w-full sm:w-auto">
        {check.isPending ? 'Confirming...' : 'Confirm password'}
      </Button>
    </form>
  );
}
