import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { SignedIn, SignOutButton } from '../signed-in.tsx';

// A reload, because the embedded portal still asks for a new password.
const reload = () => location.reload();

export function ForcedPasswordChange() {
  const { organisation } = usePortal();
  useTitle('Choose a new password');
  return (
    <FrontLayout name={organisation}>
      <h1 className="text-28 font-semibold tracking-tight">Choose a new password</h1>
      <p className="mt-2 mb-6 text-16 text-muted">
        Your password is temporary, or too short without a second factor. Choose your own to continue.
      </p>
      <SignedIn>
        {(user) => (
          <>
            <div className="mb-6 rounded-card border border-line bg-surface p-4 min-[400px]:p-6">
              <ChangePasswordForm kind="first" username={user.username} onChanged={reload} />
            </div>
            <SignOutButton />
          </>
        )}
      </SignedIn>
    </FrontLayout>
  );
}
