import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery } from '../../../contract/verification/verification.ts';
import { usePortal } from '../../lib/portal.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { resendCode } from './api.ts';
import { clock, minutesIn } from './code-timer.tsx';
import { unsentWords } from './delivery-words.ts';
import { toastWhenSent } from './sent-toast.ts';
import { useSendCode } from './use-send-code.tsx';

const timeOfDay = (iso: string) => new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

interface SentToProps {
  email: string;
  mail: CodeDelivery['mail'] | undefined;
}

export function SentTo({ email, mail }: SentToProps) {
  const [, navigate] = useLocation();
  return (
    <p className="mt-2 text-16 text-muted">
      {mail?.step === 'sent' ? `We sent a code at ${timeOfDay(mail.since)} to` : unsentWords(mail?.step)}
      <span className="block">
        <span className="font-mono text-14 wrap-anywhere text-ink">{email}</span>{' '}
        <LinkButton onClick={() => navigate(EMAIL_ENTRY_PATH)}>Edit</LinkButton>
      </span>
    </p>
  );
}

function ResendWait({ seconds }: { seconds: number }) {
  return (
    <>
      You can ask for a new code in{' '}
      <span aria-hidden className="font-medium text-ink tabular-nums">
        {clock(seconds, 1)}
      </span>
      <span className="sr-only">{minutesIn(seconds)}</span>
    </>
  );
}

interface ResendCodeProps {
  email: string;
  from: number;
  isMain: boolean;
  question: string;
  onSent: () => void | Promise<void>;
}

export function ResendCode({ email, from, isMain, question, onSent }: ResendCodeProps) {
  const place = useRef<HTMLDivElement>(null);
  /** The server may have limits that it reports only on refusal. */
  const [refusedUntil, setRefusedUntil] = useState(0);
  const wait = useSecondsLeft(Math.max(from, refusedUntil)) ?? 0;
  const [hasWaited, setHasWaited] = useState(false);
  if (wait > 0 && !hasWaited) setHasWaited(true);

  const { pending, start, captcha } = useSendCode(
    async (recaptchaToken) => {
      await resendCode(email, recaptchaToken);
      await onSent();
      toastWhenSent('Code resent', "We've sent a new verification code to your email");
    },
    {
      onWait: (seconds) => {
        setRefusedUntil(Date.now() + seconds * 1000);
        // The link disappears; its focus must not.
        if (!isMain) place.current?.focus();
      },
    },
  );
  const send = pending ? 'Sending...' : null;
  return (
    <div ref={place} tabIndex={-1} className="text-center text-14 text-muted outline-none">
      {isMain && (
        <Button pending={pending || wait > 0} onClick={() => start()} className="w-full">
          {send ?? 'Send a new code'}
        </Button>
      )}
      {wait > 0 && (
        <p className={isMain ? 'mt-3' : ''}>
          <ResendWait seconds={wait} />
        </p>
      )}
      {wait === 0 && !isMain && (
        <>
          {question}{' '}
          <LinkButton pending={pending} onClick={() => start()}>
            {send ?? 'Resend'}
          </LinkButton>
        </>
      )}
      <p role="status" className="sr-only">
        {hasWaited && wait === 0 && 'You can ask for a new code now.'}
      </p>
      {captcha}
    </div>
  );
}

export function SpamHint() {
  const { mailFrom } = usePortal();
  return (
    <p className="mt-4 animate-appear text-center text-14 text-pretty text-muted">
      No email yet? Please check your spam folder. It comes from{' '}
      <span className="font-mono text-13 wrap-anywhere text-ink">{mailFrom}</span>
    </p>
  );
}

/** Protects guests from entering other services' codes here and from giving ours away. */
export function SafetyNote() {
  const { organisation, mailFrom } = usePortal();
  return (
    <aside aria-label="Safety" className="flex gap-3 rounded-card border border-line bg-surface p-4 text-13 text-muted">
      <Lock size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 space-y-2">
        <p>
          Enter only the code we emailed you. It comes from
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
