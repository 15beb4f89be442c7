import { usePortal } from '../../lib/portal.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { RegisterPanel } from '../registration/register-panel.tsx';
import { RegisterNote } from './register-note.tsx';
import { SignInForm } from './sign-in-form.tsx';

const words = {
  submit: 'Sign In',
  pending: 'Signing in...',
  failed: 'Login failed',
  refused: 'Invalid username or password',
};

// A full navigation: the page that the server then gives knows who is signed in.
const enter = async () => {
  toast({ title: 'Logged in successfully', variant: 'success', acrossPages: true });
  location.assign('/');
  return 'leaving' as const;
};

export function UserLogin() {
  const { selfRegistration } = usePortal();
  return (
    <Tabs
      label="User Authentication"
      tabs={[
        { name: 'Login', content: <SignInForm words={words} onSignedIn={enter} /> },
        selfRegistration
          ? { name: 'Register', content: <RegisterPanel />, late: true }
          : { name: 'Register', content: <RegisterNote /> },
      ]}
    />
  );
}
