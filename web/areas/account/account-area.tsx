import { useLocation } from 'wouter';
import { SignedIn } from '../../features/auth/signed-in.tsx';
import { AccountHome } from './account-home.tsx';
import { CompleteInfo } from './complete-info.tsx';

export function AccountArea() {
  const [path] = useLocation();
  return (
    <SignedIn>
      {(user) => (path === '/profile/complete-info' ? <CompleteInfo /> : <AccountHome user={user} />)}
    </SignedIn>
  );
}
