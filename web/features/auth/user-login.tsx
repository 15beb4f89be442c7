import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
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

export const UserLogin = () => (
  <Tabs
    label="User Authentication"
    tabs={[
      { name: 'Login', content: <SignInForm words={words} onSignedIn={enter} /> },
      { name: 'Register', content: <RegisterNote /> },
    ]}
  />
);
