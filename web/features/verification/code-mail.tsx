/** What a guest has to know of the mail with the code: where it went, how to get another, and what to beware of. */

import { Lock } from 'lucide-react';
import { useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { usePortal } from '../../lib/portal.ts';
import { LinkButton } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/overlays/toast.ts';
import { resendCode } from './api.ts';
import { useSending } from './use-sending.tsx';

/** A mistyped address is the usual reason why no mail arrives. */
export function SentTo({ email }: { email: string }) {
  const [, navigate] = useLocation();
  return (
    <p className="mt-2 mb-8 text-16 text-muted">
      We've sent a code to
      <span className="block">
        <span className="font-mono text-14 wrap-anywhere text-ink">{email}</span>{' '}
        <LinkButton onClick={() => navigate(EMAIL_ENTRY_PATH)}>Edit</LinkButton>
      </span>
    </p>
  );
}

export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const { pending, start, captcha } = useSending(async (recaptchaToken) => {
    await resendCode(email, recaptchaToken);
    onSent();
    toastSuccess('Code resent', "We've sent a new verification code to your email");
  });
  return (
    <div className="text-center text-14 text-muted">
      Didn't receive an email?{' '}
      <LinkButton pending={pending} onClick={() => start()}>
        {pending ? 'Sending...' : 'Resend'}
      </LinkButton>
      {captcha}
    </div>
  );
}

/** So that nobody can be talked into typing a code of their bank here, or into telling ours to a caller. */
export function SafetyNote() {
  const { organisation, mailFrom } = usePortal();
  return (
    <aside aria-label="Safety" className="flex gap-3 rounded-card border border-line bg-surface p-4 text-13 text-muted">
      <Lock size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 space-y-2">
        <p>
          Only the code from our mail belongs here. It comes from
          <span className="block font-mono text-12 leading-5 wrap-anywhere text-ink">{mailFrom}</span>
        </p>
        <p>
          Never enter codes from other services. Never tell anyone your code: nobody from {organisation} will ask you
          to.
        </p>
      </div>
    </aside>
  );
}
