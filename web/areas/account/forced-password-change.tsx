import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx';
import { completeStep, RequiredStep } from './required-step.tsx';

export const ForcedPasswordChange = () => (
  <RequiredStep
    title="Choose a new password"
    why="Your password is temporary, or too short without a second factor. Choose a new one to continue."
  >
    {({ username }) => (
      <div className="rounded-card border border-line bg-surface p-4 min-[400px]:p-6">
        <ChangePasswordForm kind="first" username={username} onChanged={completeStep} />
      </div>
    )}
  </RequiredStep>
);
