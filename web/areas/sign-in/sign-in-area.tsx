import { ArrowLeft, LifeBuoy, ShieldCheck, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { VERIFY_EMAIL_PATH } from '../../../contract/registration/registration.rules.ts';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { SignInBySso } from '../../features/auth/sso/sign-in-by-sso.tsx';
import { SupportContact } from '../../features/boot/support-contact.tsx';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

const RegisterForm = lazy(() =>
  import('../../features/registration/register-form.tsx').then((file) => ({ default: file.RegisterForm })),
);
const VerifyEmailPage = lazy(() =>
  import('./verify-email-page.tsx').then((file) => ({ default: file.VerifyEmailPage })),
);

export function SignInArea() {
  const [path] = useLocation();
  const { selfRegistration } = usePortal();
  if (path === '/admin/login') return <AdminLoginPage />;
  if (path !== VERIFY_EMAIL_PATH || !selfRegistration) return <UserLoginPage selfRegistration={selfRegistration} />;
  return <VerifyEmailPage />;
}

const AdminLoginPage = () => (
  <SignInScreen
    title="Admin Portal"
    subtitle="Administrative access only"
    icon={ShieldCheck}
    pageTitle={useMessages().signIn.adminTitle}
    footer={
      <Link href="/auth" className="inline-flex items-center gap-2 text-13 font-medium text-muted hover:text-ink">
        <ArrowLeft size={14} aria-hidden />
        Back to user login
      </Link>
    }
  >
    <SignInForm kind="admin" />
    <SignInBySso page="/admin/login" />
  </SignInScreen>
);

const UserLoginPage = ({ selfRegistration }: { selfRegistration: boolean }) => (
  <SignInScreen
    title="User Portal"
    subtitle="User Authentication"
    icon={UserRound}
    pageTitle={useMessages().signIn.title}
  >
    <Tabs
      label="User Authentication"
      tabs={[
        { name: 'Login', content: <Login /> },
        selfRegistration
          ? { name: 'Register', content: <Register />, late: true }
          : { name: 'Register', content: <RegisterNote /> },
      ]}
    />
  </SignInScreen>
);

const Login = () => (
  <>
    <SignInForm kind="user" />
    <SignInBySso page="/auth" />
  </>
);

const Register = () => (
  <Suspense fallback={<Loading />}>
    <RegisterForm />
  </Suspense>
);

function RegisterNote() {
  const { supportContact } = usePortal();
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 px-2 text-center">
      <LifeBuoy size={24} className="mb-2 text-muted" aria-hidden />
      <h2 className="text-16 font-semibold">Accounts are created by the support team</h2>
      <p className="text-muted">
        To get an account, please contact the support team with your name and email address. They create it for you and
        send you what you need to sign in.
      </p>
      {supportContact && (
        <>
          <SupportContact className="text-muted" />
          <CopyButton label="Copy support contact" text={supportContact} />
        </>
      )}
    </div>
  );
}
