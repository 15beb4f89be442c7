import type { ReactNode } from 'react';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { SignedIn, SignOutButton } from '../signed-in.tsx';

/** Reloads the page, because its embedded portal still asks for the step. */
export const completeStep = () => location.reload();

interface RequiredStepProps {
  title: string;
  why: string;
  children: (user: CurrentUser) => ReactNode;
}

export function RequiredStep({ title, why, children }: RequiredStepProps) {
  const { organisation } = usePortal();
  useTitle(title);
  return (
    <FrontLayout name={organisation}>
      <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 mb-6 text-16 text-muted">{why}</p>
      <SignedIn>
        {(user) => (
          <>
            <div className="mb-6">{children(user)}</div>
            <SignOutButton />
          </>
        )}
      </SignedIn>
    </FrontLayout>
  );
}
