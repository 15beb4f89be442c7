import { SecurityCheckInput } from '../../../contract/account/account.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { toastFailure } from '../../ui/overlays/toast.ts';
import { useSecurityCheck } from './api.ts';
import { TaskDone } from './task-result.tsx';

export function SecurityCheckForm({ username }: { username: string }) {
  const { account, shared } = useMessages();
  const { securityCheck } = account;
  const { field, handleSubmit, setServerError } = useSchemaForm(SecurityCheckInput, { password: '' });
  const check = useSecurityCheck();
  const onError = (error: unknown) => {
    if (!setServerError(error, { wrong_password: 'password' }))
      toastFailure(securityCheck.failed, error, shared.pleaseTryAgain);
  };
  const submit = handleSubmit(({ password }) => {
    if (!check.isPending) check.mutate(password, { onError });
  });

  if (check.isSuccess) return <TaskDone justNow>{securityCheck.done}</TaskDone>;
  return (
    <form noValidate onSubmit={submit} className="max-w-100 rounded-card border border-line bg-surface p-4 sm:p-6">
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label={securityCheck.password} autoComplete="current-password" {...field('password')} />
      <Button type="submit" pending={check.isPending} className="mt-5 w-full sm:w-auto">
        {check.isPending ? securityCheck.confirming : securityCheck.confirm}
      </Button>
    </form>
  );
}
