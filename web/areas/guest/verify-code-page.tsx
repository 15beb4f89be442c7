import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { domainOf } from '../../../contract/text/email.ts';
import { CODE_VALID_SECONDS, EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { forgetHelp } from '../../features/guests/help/api.ts';
import { NeedHelp } from '../../features/guests/help/need-help.tsx';
import { ExitScreen, useGuestRedirect } from '../../features/guests/messages/received/follow-redirects.ts';
import { forgetRedirect, tellUnknownHere } from '../../features/guests/messages/received/redirect-notice.tsx';
import { usePrompt } from '../../features/guests/messages/received/use-prompt.ts';
import { forgetCodeEntered, markCodeEntered } from '../../features/programs/embed/code-entered.ts';
import { logProcessed, type Outcome, usePageLog } from '../../features/verification/api.ts';
import { CodeForm } from '../../features/verification/code-form.tsx';
import { ResendCode, SafetyNote, SentTo, SpamHint } from '../../features/verification/code-mail.tsx';
import { useCodeSeconds } from '../../features/verification/code-timer.tsx';
import { DeliveryNote } from '../../features/verification/delivery-note.tsx';
import { isLost } from '../../features/verification/delivery-words.ts';
import { ProcessingOverlay, useProcessing } from '../../features/verification/processing.tsx';
import {
  codeEnd,
  extendExpiry,
  forgetProgress,
  type Progress,
  progress,
} from '../../features/verification/progress.ts';
import { loadConfirmed } from '../../features/verification/resume.ts';
import { useSentToast } from '../../features/verification/sent-toast.ts';
import {
  forgetVerification,
  storedEmail,
  storeEmail,
  storeSentAt,
} from '../../features/verification/stored-verification.ts';
import { useProgress } from '../../features/verification/use-progress.ts';
import { inBackground } from '../../lib/api/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { forgetUnsent, whenOnline } from '../../lib/when-online.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastFailure } from '../../ui/overlays/toast.ts';

const PROMPT_EVERY = 5000;
const SPAM_HINT_SECONDS = 30;

function VerifyCode({ stored }: { stored: string }) {
  const { guest, guestLater } = useMessages();
  const { site } = usePortal();
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const email = progress.use()?.email ?? stored;
  const [refusal, setRefusal] = useState<string | null>(null);
  /** When the timer paused: it stands still while a code is processed. */
  const pausedAt = useRef(0);

  const leave = () => {
    forgetVerification();
    forgetProgress();
    forgetHelp();
    navigate('/', { replace: true });
  };

  /** After a reload, or after a change in another tab. */
  const resumeFrom = (state: Progress) => {
    if (state.sentAt === null) {
      navigate(EMAIL_ENTRY_PATH, { replace: true });
      return tellUnknownHere(EMAIL_ENTRY_PATH);
    }
    if (state.email) storeEmail(state.email);
    if (state.processing) {
      pausedAt.current = Date.now();
      processing.resume(state.processing.remainingMs, state.processing);
    } else if (state.confirmed) leave();
    else setRefusal(state.refusal);
  };

  const processing = useProcessing({
    email,
    onFinished: ({ success, message }: Outcome, reported: Promise<void>) => {
      logProcessed(success, email);
      if (success) {
        // Quiet, because the heading of the next page gets the focus and says the same.
        toast({ ...guestLater.code.verified, variant: 'success', quiet: true });
        return leave();
      }
      const description = message ?? guest.failed.unknown;
      toast({ title: guestLater.code.failed, description, variant: 'error' });
      forgetCodeEntered();
      setCode('');
      setRefusal(description);
      extendExpiry(Date.now() - pausedAt.current);
      inBackground(reported.then(refresh));
    },
    onInterrupted: (error) => toastFailure(guestLater.code.failed, error, guest.failed.unknown),
  });
  const submit = () => {
    // The code may have expired while the guest was offline.
    if ((progress.get()?.endsAt ?? Number.POSITIVE_INFINITY) <= Date.now()) return;
    forgetRedirect();
    inBackground(loadConfirmed());
    pausedAt.current = Date.now();
    markCodeEntered(site?.flow);
    processing.begin(code);
  };
  const busy = processing.endsAt !== null;
  const { known, isAsked, refresh } = useProgress(busy, resumeFrom);

  // While a code is processed, no prompt may cover the overlay and no redirect may leave the page.
  const exit = useGuestRedirect(busy);
  const prompt = usePrompt(busy || exit ? null : PROMPT_EVERY, 'code');
  useTitle(guestLater.code.title);
  usePageLog('Verify Code Page', email);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);

  const secondsLeft = useCodeSeconds(known, isAsked, busy);
  const end = busy ? null : ((known && codeEnd(known)) ?? (secondsLeft === 0 ? 'expired' : null));
  const step = known?.mail?.step;
  const lost = isLost(step);
  useSentToast(step);
  useEffect(() => forgetUnsent, []);
  const waited = secondsLeft !== null && secondsLeft <= CODE_VALID_SECONDS - SPAM_HINT_SECONDS;

  if (exit) return <ExitScreen {...exit} />;
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">
        {lost || step === 'expired' ? guestLater.code.undelivered : guestLater.code.heading}
      </h1>
      <SentTo email={email} mail={known?.mail} />
      <DeliveryNote delivery={known} domain={domainOf(email)} />
      {lost && (
        <Button onClick={() => navigate(EMAIL_ENTRY_PATH)} className={`w-full ${step === 'bounced' ? 'mb-6' : ''}`}>
          {guestLater.sentTo.correct}
        </Button>
      )}
      {/* A bounced email may still have been read; a rejected one can't have been. */}
      {step !== 'refused' && (
        <CodeForm
          field={field}
          code={code}
          onCodeChange={(typed) => {
            setCode(typed);
            setRefusal(null);
            forgetUnsent();
          }}
          onSubmit={() => whenOnline(submit)}
          pending={busy}
          secondsLeft={secondsLeft}
          end={end}
          refusal={busy ? null : refusal}
          quiet={lost}
        />
      )}
      <div className={end && step !== 'refused' ? 'mt-3 mb-6' : 'my-6'}>
        <ResendCode
          email={email}
          from={known?.resendAt ?? 0}
          isMain={end !== null && !lost}
          question={lost ? guestLater.resend.isAddressRight : guestLater.resend.noEmail}
          onSent={async () => {
            forgetRedirect();
            storeSentAt(Date.now());
            setCode('');
            setRefusal(null);
            await refresh().catch(forgetProgress);
            field.current?.focus();
          }}
        />
        {waited && !end && !lost && <SpamHint />}
      </div>
      <SafetyNote />
      <NeedHelp />
      {prompt.shown && !busy && <prompt.shown.Popup {...prompt.shown} onClose={prompt.close} field={field} />}
      {processing.endsAt !== null && <ProcessingOverlay endsAt={processing.endsAt} field={field} />}
    </>
  );
}

export function VerifyCodePage() {
  // Read once, because the stored address is deleted just before the guest leaves the page.
  const [email] = useState(storedEmail);
  return email ? <VerifyCode stored={email} /> : <Redirect to={EMAIL_ENTRY_PATH} replace />;
}
