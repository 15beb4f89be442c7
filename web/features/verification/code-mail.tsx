import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery } from '../../../contract/verification/verification.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { resendCode } from './api.ts';
import { clock, minutesIn } from './code-timer.tsx';
import { sentToWords } from './delivery-words.ts';
import { toastWhenSent } from './sent-toast.ts';
import { useSendCode } from './use-send-code.tsx';

interface SentToProps {
  email: string;
  mail: CodeDelivery['mail'] | undefined;
}

export function SentTo({ email, mail }: SentToProps) {
  const { guestLater } = useMessages();
  const [, navigate] = useLocation();
  const address = (
    <span className="block">
      <bdi dir="ltr" className="font-mono text-14 wrap-anywhere text-ink">
        {email}
      </bdi>{' '}
      <LinkButton onClick={() => navigate(EMAIL_ENTRY_PATH)}>{guestLater.sentTo.edit}</LinkButton>
    </span>
  );
  return (
    <p className="mt-2 text-16 text-muted">
      <WithSlots message={sentToWords(guestLater.sentTo, mail)} slots={{ email: address }} />
    </p>
  );
}

function ResendWait({ seconds }: { seconds: number }) {
  const { wait } = useMessages().guestLater.resend;
  const time = (
    <>
      <span aria-hidden className="font-medium text-ink tabular-nums">
        {clock(seconds, 1)}
      </span>
      <span className="sr-only">{minutesIn(wait, seconds)}</span>
    </>
  );
  return <WithSlots message={wait.sentence} slots={{ time }} />;
}

interface ResendCodeProps {
  email: string;
  from: number;
  isMain: boolean;
  /** A message with the slot `<resend>`. */
  question: string;
  onSent: () => void | Promise<void>;
}

export function ResendCode({ email, from, isMain, question, onSent }: ResendCodeProps) {
  const { guest, guestLater } = useMessages();
  const place = useRef<HTMLDivElement>(null);
  /** The server reports some limits only when it refuses. */
  const [refusedUntil, setRefusedUntil] = useState(0);
  const wait = useSecondsLeft(Math.max(from, refusedUntil)) ?? 0;
  const [hasWaited, setHasWaited] = useState(false);
  if (wait > 0 && !hasWaited) setHasWaited(true);

  const { pending, start, captcha } = useSendCode(
    async (recaptchaToken) => {
      await resendCode(email, recaptchaToken);
      await onSent();
      toastWhenSent(guest.codeResent);
    },
    {
      onWait: (seconds) => {
        setRefusedUntil(Date.now() + seconds * 1000);
        // The focused link disappears, so the focus moves to its container.
        if (!isMain) place.current?.focus();
      },
    },
  );
  return (
    <div ref={place} tabIndex={-1} className="text-center text-14 text-muted outline-none">
      {isMain && (
        <Button pending={pending || wait > 0} onClick={() => start()} className="w-full">
          {pending ? guest.sending : guestLater.resend.send}
        </Button>
      )}
      {wait > 0 && (
        <p className={isMain ? 'mt-3' : ''}>
          <ResendWait seconds={wait} />
        </p>
      )}
      {wait === 0 && !isMain && (
        <WithSlots
          message={question}
          slots={{
            resend: (words) => (
              <LinkButton pending={pending} onClick={() => start()}>
                {pending ? guest.sending : words}
              </LinkButton>
            ),
          }}
        />
      )}
      <p role="status" className="sr-only">
        {hasWaited && wait === 0 && guestLater.resend.possible}
      </p>
      {captcha}
    </div>
  );
}

export function SpamHint() {
  const { guestLater } = useMessages();
  const { mailFrom } = usePortal();
  const sender = (
    <bdi dir="ltr" className="font-mono text-13 wrap-anywhere text-ink">
      {mailFrom}
    </bdi>
  );
  return (
    <p className="mt-4 animate-appear text-center text-14 text-pretty text-muted">
      <WithSlots message={guestLater.resend.checkSpam} slots={{ sender }} />
    </p>
  );
}

/** Warns guests not to enter other services' codes here, and not to give ours away. */
export function SafetyNote() {
  const { safety } = useMessages().guestLater;
  const { organisation, mailFrom } = usePortal();
  const sender = (
    <span className="block font-mono text-12 leading-5 wrap-anywhere text-ink">
      <bdi dir="ltr">{mailFrom}</bdi>
    </span>
  );
  return (
    <aside
      aria-label={safety.label}
      className="flex gap-3 rounded-card border border-line bg-surface p-4 text-13 text-muted"
    >
      <Lock size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 space-y-2">
        <p>
          <WithSlots message={safety.onlyOurs} slots={{ sender }} />
        </p>
        <p>
          <WithSlots message={safety.neverTell} slots={{ organisation: <bdi>{organisation}</bdi> }} />
        </p>
      </div>
    </aside>
  );
}
