import { Link } from 'wouter';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';

export function WelcomePage() {
  useTitle('Welcome');
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">Welcome</h1>
      <p className="mt-2 mb-8 text-16 text-muted">
        Confirming your e-mail address will open here soon. If you have an account, you can sign in now.
      </p>
      <Link href="/auth" className={buttonClass()}>
        Sign in
      </Link>
    </>
  );
}
