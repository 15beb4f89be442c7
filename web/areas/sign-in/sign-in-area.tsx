import { useLocation } from 'wouter';
import { AdminLoginPage } from './admin-login-page.tsx';
import { UserLoginPage } from './user-login-page.tsx';

export function SignInArea() {
  const [path] = useLocation();
  return path === '/admin/login' ? <AdminLoginPage /> : <UserLoginPage />;
}
