import { FirstFactor } from '../../features/auth/second-factor/first-factor.tsx';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { SignedIn, SignOutButton } from '../signed-in.tsx';

// A reload, because the embedded portal still asks for a second factor.
const reload = () => location.reload();

export function RequiredSecondFactor() {
  const { organisation } = usePortal();
  useTitle('Add a second factor');
  return (
    <FrontLayout name={organisation}>
      <h1 className="text-28 font-semibold tracking-tight">Add a second factor</h1>
      <p className="mt-2 mb-6 text-16 text-muted">
        Your account can do things that a password alone must not protect. Choose what you add to it, then you go on.
      </p>
      <SignedIn>
        {() => (
          <>
            <div className="mb-6">
              <FirstFactor onAdded={reload} />
            </div>
            <SignOutButton />
          </>
        )}
      </SignedIn>
    </FrontLayout>
  );
}
