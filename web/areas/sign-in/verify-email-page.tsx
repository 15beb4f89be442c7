import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { unverifiedEmail } from '../../features/registration/api.ts';
import { ResendVerification } from '../../features/registration/resend-verification.tsx';
import { VerifyEmailForm } from '../../features/registration/verify-email-form.tsx';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { Button } from '../../ui/button.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

export function VerifyEmailPage() {
  const { mailFrom } = usePortal();
  const { verifyEmail, resend } = useMessages().signIn;
  const [, navigate] = useLocation();
  const [email, setEmail] = useState(unverifiedEmail);
  return (
    <SignInScreen
      title={verifyEmail.title}
      subtitle={verifyEmail.subtitle}
      icon={MailCheck}
      pageTitle={verifyEmail.title}
      footer={
        <Button variant="ghost" onClick={() => navigate('/auth')}>
          {verifyEmail.backToLogin}
        </Button>
      }
    >
      <p className="mb-5 text-muted">
        {email ? (
          <WithSlots
            message={verifyEmail.sentTo}
            slots={{
              email: (
                <span className="block font-mono text-14 wrap-anywhere text-ink">
                  <bdi dir="ltr">{email}</bdi>
                </span>
              ),
            }}
          />
        ) : (
          verifyEmail.enterCode
        )}
      </p>
      <VerifyEmailForm onVerified={() => navigate('/auth', { replace: true })} />
      <section aria-labelledby="resend" className="mt-6 border-line border-t pt-5">
        <h2 id="resend" className="font-semibold">
          {resend.title}
        </h2>
        <p className="mb-4 text-13 text-muted">
          <WithSlots
            message={resend.description}
            slots={{
              sender: (
                <span className="block font-mono text-12 leading-5 wrap-anywhere text-ink">
                  <bdi dir="ltr">{mailFrom}</bdi>
                </span>
              ),
            }}
          />
        </p>
        <ResendVerification email={email} onSent={setEmail} />
      </section>
    </SignInScreen>
  );
}
