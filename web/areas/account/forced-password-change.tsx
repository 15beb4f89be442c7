import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx';
import { useMessages } from '../../lib/messages.ts';
import { completeStep, RequiredStep } from './required-step.tsx';

export function ForcedPasswordChange() {
  const { title, text } = useMessages().account.newPassword;
  return (
    <RequiredStep title={title} why={text}>
      {({ username }) => (
        <div className="rounded-card border border-line bg-surface p-4 min-[400px]:p-6">
          <ChangePasswordForm kind="first" username={username} onChanged={completeStep} />
        </div>
      )}
    </RequiredStep>
  );
}
