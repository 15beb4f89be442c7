import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { unverifiedEmail } from '../../features/registration/api.ts';
import { ResendVerification } from '../../features/registration/resend-verification.tsx';
import { VerifyEmailForm } from '../../features/registration/verify-email-form.tsx';
import { usePortal } from '../../lib/portal.ts';
import { Button } from '../../ui/button.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

export function VerifyEmailPage() {
  const { mailFrom } = usePortal();
  const [, navigate] = useLocation();
  const [email, setEmail] = useState(unverifiedEmail);
  return (
    <SignInScreen
      title="Verify your email"
      subtitle="One more step to your account"
      icon={MailCheck}
      pageTitle="Verify your email"
      footer={
        <Button variant="ghost" onClick={() => navigate('/auth')}>
          Back to Login
        </Button>
      }
    >
      <p className="mb-5 text-muted">
        {email ? (
          <>
            We've sent an email to
            <span className="block font-mono text-14 wrap-anywhere text-ink">{email}</span>
          </>
        ) : (
          'Enter the code from our email, or open the link in it.'
        )}
      </p>
      <VerifyEmailForm onVerified={() => navigate('/auth', { replace: true })} />
      <section aria-labelledby="resend" className="mt-6 border-line border-t pt-5">
        <h2 id="resend" className="font-semibold">
          No email yet?
        </h2>
        <p className="mb-4 text-13 text-muted">
          It can take a few minutes. Check your spam folder too. The email comes from
          <span className="block font-mono text-12 leading-5 wrap-anywhere text-ink">{mailFrom}</span>
        </p>
        <ResendVerification email={email} onSent={setEmail} />
      </section>
    </SignInScreen>
  );
}
