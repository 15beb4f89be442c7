import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { VERIFY_EMAIL_PATH } from '../../../contract/registration.rules.ts';
import { usePortal } from '../../lib/portal.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { AdminLoginPage } from './admin-login-page.tsx';
import { UserLoginPage } from './user-login-page.tsx';

const VerifyEmailPage = lazy(() =>
  import('./verify-email-page.tsx').then((file) => ({ default: file.VerifyEmailPage })),
);

export function SignInArea() {
  const [path] = useLocation();
  const { selfRegistration } = usePortal();
  if (path === '/admin/login') return <AdminLoginPage />;
  if (path === VERIFY_EMAIL_PATH && selfRegistration) {
    return (
      <Suspense fallback={<Loading />}>
        <VerifyEmailPage />
      </Suspense>
    );
  }
  return <UserLoginPage />;
}
