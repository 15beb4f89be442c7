import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { forgetHelp } from '../../features/help/api.ts';
import { NeedHelp } from '../../features/help/need-help.tsx';
import { PromptPopup, usePrompt } from '../../features/prompts/prompt-popup.tsx';
import { ExitScreen, useGuestRedirect } from '../../features/redirects/guest-redirect.ts';
import { forgetMove } from '../../features/redirects/moved-notice.tsx';
import { guestState, logPage, type Outcome, usePageLog } from '../../features/verification/api.ts';
import { CodeForm } from '../../features/verification/code-form.tsx';
import { ResendCode, SafetyNote, SentTo } from '../../features/verification/code-mail.tsx';
import { useCodeTimer } from '../../features/verification/code-timer.tsx';
import { ProcessingOverlay, useProcessing } from '../../features/verification/processing.tsx';
import { forgetVerification, storedEmail } from '../../features/verification/stored-verification.ts';
import { inBackground } from '../../lib/api.ts';
import { useTitle } from '../../lib/use-title.ts';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';

const PROMPT_EVERY = 5000;

function VerifyCode({ email }: { email: string }) {
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const timer = useCodeTimer();
  const processing = useProcessing({
    email,
    onOver: ({ success, message }: Outcome) => {
      logPage('Code Processing Complete', email);
      if (success) {
        forgetVerification();
        forgetHelp();
        toastSuccess('Success', 'Email verified successfully');
        navigate('/', { replace: true });
      } else {
        toast({ title: 'Verification failed', description: message ?? 'An error occurred', variant: 'error' });
        setCode('');
      }
    },
    onInterrupted: (error) => toastFailure('Verification failed', error, 'An error occurred'),
  });
  const busy = processing.endsAt !== null;
  // While a code is processed nothing may cover the overlay or lead away from it; the support team is heard afterwards.
  const exit = useGuestRedirect(busy);
  const prompt = usePrompt(busy || exit ? null : PROMPT_EVERY, 'code', 'Please enter your verification code again');
  useTitle('Enter the code');
  usePageLog('Verify Code Page', email);

  const pickUp = useEffectEvent(async () => {
    const state = await guestState();
    timer.correct(state.codeRemainingMs);
    if (state.processing) processing.resume(state.processing.remainingMs, state.processing);
  });
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    inBackground(pickUp());
  }, []);

  if (exit) return <ExitScreen {...exit} />;
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">Check your email</h1>
      <SentTo email={email} />
      <CodeForm
        field={field}
        code={code}
        onCodeChange={setCode}
        onSubmit={() => {
          forgetMove();
          processing.begin(code);
        }}
        pending={busy}
        secondsLeft={timer.secondsLeft}
      />
      <div className="my-6">
        <ResendCode
          email={email}
          onSent={() => {
            forgetMove();
            timer.restart();
            setCode('');
            field.current?.focus();
          }}
        />
      </div>
      <SafetyNote />
      <NeedHelp />
      {prompt.message !== null && !busy && (
        <PromptPopup title="Verification Code" message={prompt.message} onClose={prompt.close} field={field} />
      )}
      {processing.endsAt !== null && <ProcessingOverlay endsAt={processing.endsAt} field={field} />}
    </>
  );
}

export function VerifyCodePage() {
  // Read once: at the end it is forgotten a moment before the page is left.
  const [email] = useState(storedEmail);
  return email ? <VerifyCode email={email} /> : <Redirect to={EMAIL_ENTRY_PATH} replace />;
}
