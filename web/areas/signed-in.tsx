import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { CurrentUser } from '../../contract/auth/auth.ts';
import { useCurrentUser, useSignOut } from '../features/auth/api.ts';
import { StepUpGate } from '../features/auth/step-up/step-up-gate.tsx';
import { FollowRedirects } from '../features/redirects/follow-redirects.tsx';
import { queryClient } from '../lib/api/query-client.ts';
import { leaveToSignIn } from '../lib/leave-to-sign-in.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';

type Content = (user: CurrentUser) => ReactNode;

function WithUser({ children }: { children: Content }) {
  const { data: user } = useCurrentUser();
  useEffect(() => {
    if (!user) leaveToSignIn();
  }, [user]);
  if (!user) return null;
  return (
    <>
      {!user.mustChangePassword && !user.mustAddSecondFactor && <FollowRedirects />}
      {children(user)}
      <StepUpGate username={user.username} />
    </>
  );
}

export const SignedIn = ({ children }: { children: Content }) => (
  <QueryClientProvider client={queryClient}>
    <WithUser>{children}</WithUser>
  </QueryClientProvider>
);

export function SignOutButton() {
  const words = useMessages().signedIn.signOut;
  const signOut = useSignOut();
  const pending = signOut.isPending || signOut.isSuccess;
  return (
    <Button variant="secondary" pending={pending} onClick={() => signOut.mutate()}>
      {pending ? words.pending : words.button}
    </Button>
  );
}
