import { UserRound } from 'lucide-react';
import { UserLogin } from '../../features/auth/user-login.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

export const UserLoginPage = () => (
  <SignInScreen title="User Portal" subtitle="User Authentication" icon={UserRound} pageTitle="Sign in">
    <UserLogin />
  </SignInScreen>
);
