import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { PromptPopup } from '../../features/prompts/prompt-popup.tsx';
import { usePrompt } from '../../features/prompts/use-prompt.ts';
import { ExitScreen } from '../../features/redirects/lazy-exit-screen.ts';
import { useGuestRedirect } from '../../features/redirects/use-guest-redirect.ts';
import { CodeForm } from '../../features/verification/code-form.tsx';
import { ProcessingOverlay } from '../../features/verification/processing-overlay.tsx';
import { ResendCode } from '../../features/verification/resend-code.tsx';
import { SafetyNote } from '../../features/verification/safety-note.tsx';
import { SentTo } from '../../features/verification/sent-to.tsx';
import { forgetVerification, storedEmail } from '../../features/verification/stored-verification.ts';
import { useCodeTimer } from '../../features/verification/use-code-timer.ts';
import { logPage, usePageLog } from '../../features/verification/use-page-log.ts';
import { type Outcome, useProcessing } from '../../features/verification/use-processing.ts';
import { api, inBackground } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useTitle } from '../../lib/use-title.ts';
import { toast } from '../../ui/overlays/toast.ts';

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
