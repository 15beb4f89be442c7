import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { AdminLogin } from '../../features/auth/admin-login.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

export const AdminLoginPage = () => (
  <SignInScreen
    title="Admin Portal"
    subtitle="Administrative access only"
    icon={ShieldCheck}
    pageTitle="Admin sign in"
    footer={
      <Link href="/" className="inline-flex items-center gap-2 text-13 font-medium text-muted hover:text-ink">
        <ArrowLeft size={14} aria-hidden />
        Back to user login
      </Link>
    }
  >
    <AdminLogin />
  </SignInScreen>
);
