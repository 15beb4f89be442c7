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

function AdminLoginPage() {
  const { admin, adminTitle } = useMessages().signIn;
  return (
    <SignInScreen
      title={admin.heading}
      subtitle={admin.subtitle}
      icon={ShieldCheck}
      pageTitle={adminTitle}
      footer={
        <Link href="/auth" className="inline-flex items-center gap-2 text-13 font-medium text-muted hover:text-ink">
          <ArrowLeft size={14} className="rtl:-scale-x-100" aria-hidden />
          {admin.backToUserLogin}
        </Link>
      }
    >
      <SignInForm kind="admin" />
      <SignInBySso page="/admin/login" />
    </SignInScreen>
  );
}

function UserLoginPage({ selfRegistration }: { selfRegistration: boolean }) {
  const { user, title } = useMessages().signIn;
  return (
    <SignInScreen title={user.heading} subtitle={user.subtitle} icon={UserRound} pageTitle={title}>
      <Tabs
        label={user.subtitle}
        tabs={[
          { id: 'login', name: user.login, content: <Login /> },
          selfRegistration
            ? { id: 'register', name: user.register, content: <Register />, late: true }
            : { id: 'register', name: user.register, content: <RegisterNote /> },
        ]}
      />
    </SignInScreen>
  );
}

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
  const { noRegistration } = useMessages().signIn;
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 px-2 text-center">
      <LifeBuoy size={24} className="mb-2 text-muted" aria-hidden />
      <h2 className="text-16 font-semibold">{noRegistration.title}</h2>
      <p className="text-muted">{noRegistration.description}</p>
      {supportContact && (
        <>
          <SupportContact className="text-muted" />
          <CopyButton label={noRegistration.copyContact} text={supportContact} />
        </>
      )}
    </div>
  );
}
