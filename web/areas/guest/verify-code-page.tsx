import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/guest-flow.ts';
import { CodeForm } from '../../features/guests/code-form.tsx';
import { ExitScreen } from '../../features/guests/lazy-exit-screen.ts';
import { ProcessingOverlay } from '../../features/guests/processing-overlay.tsx';
import { PromptPopup } from '../../features/guests/prompt-popup.tsx';
import { ResendCode } from '../../features/guests/resend-code.tsx';
import { SafetyNote } from '../../features/guests/safety-note.tsx';
import { SentTo } from '../../features/guests/sent-to.tsx';
import { forgetVerification, storedEmail } from '../../features/guests/stored-verification.ts';
import { useCodeTimer } from '../../features/guests/use-code-timer.ts';
import { useGuestRedirect } from '../../features/guests/use-guest-redirect.ts';
import { logPage, usePageLog } from '../../features/guests/use-page-log.ts';
import { type Outcome, useProcessing } from '../../features/guests/use-processing.ts';
import { usePrompt } from '../../features/guests/use-prompt.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { inBackground } from '../../lib/in-background.ts';
import { useTitle } from '../../lib/use-title.ts';
import { toast } from '../../ui/toast.ts';

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
        toast({ title: 'Success', description: 'Email verified successfully', variant: 'success' });
        navigate('/', { replace: true });
      } else {
        toast({ title: 'Verification failed', description: message ?? 'An error occurred', variant: 'error' });
        setCode('');
      }
    },
    onInterrupted: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, 'An error occurred'), variant: 'error' }),
  });
  const busy = processing.endsAt !== null;
  // While a code is processed nothing may cover the overlay or lead away from it; the support team is heard afterwards.
  const exit = useGuestRedirect(busy);
  const prompt = usePrompt(busy || exit ? null : PROMPT_EVERY, 'Please enter your verification code again');
  useTitle('Enter the code');
  usePageLog('Verify Code Page', email);

  const pickUp = useEffectEvent(async () => {
    const state = await api('GET /api/guest/state');
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
        onSubmit={() => processing.begin(code)}
        pending={busy}
        secondsLeft={timer.secondsLeft}
      />
      <div className="my-6">
        <ResendCode
          email={email}
          onSent={() => {
            timer.restart();
            setCode('');
            field.current?.focus();
          }}
        />
      </div>
      <SafetyNote />
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
