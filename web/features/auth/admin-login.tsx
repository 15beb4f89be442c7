import type { CurrentUser } from '../../../contract/auth.ts';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { SignInForm } from './sign-in-form.tsx';

const words = {
  submit: 'Access Admin Panel',
  pending: 'Authenticating...',
  failed: 'Admin login failed',
  refused: 'Invalid admin credentials',
};

async function enter(user: CurrentUser) {
  if (user.role === 'admin') {
    toast({ title: 'Admin login successful', variant: 'success', acrossPages: true });
    location.assign('/admin');
    return 'leaving' as const;
  }
  // The sign-in itself succeeded. Denied has to mean that nobody is signed in.
  await api('POST /api/auth/logout');
  toast({ title: 'Access Denied', description: 'Admin privileges required', variant: 'error' });
  return 'staying' as const;
}

export const AdminLogin = () => <SignInForm words={words} onSignedIn={enter} />;
