import { Button } from '../../ui/button.tsx';
import { useSignOut } from './api.ts';

export function SignOutButton() {
  const signOut = useSignOut();
  // Stays at work after success too: the page is about to be left.
  const pending = signOut.isPending || signOut.isSuccess;
  return (
    <Button variant="secondary" pending={pending} onClick={() => signOut.mutate()}>
      {pending ? 'Signing out...' : 'Sign out'}
    </Button>
  );
}
