import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { messages } from '../../lib/messages.ts';
import { whenOnline } from '../../lib/when-online.ts';
import { toastFailure } from '../../ui/overlays/toast.ts';
import type { CaptchaStep } from './captcha-step.tsx';

interface Step {
  Captcha: typeof CaptchaStep;
  sentence: string;
  attempt: number;
}

const secondsToWait = (error: unknown) =>
  error instanceof ApiError && error.status === 429 && error.id !== 'captcha_needed' ? error.retryAfter : null;

interface SendCodeOptions {
  onWait?: (seconds: number) => void;
}

/** If the server asks for a captcha, solving it sends the code request again. */
export function useSendCode(send: (recaptchaToken?: string) => Promise<void>, { onWait }: SendCodeOptions = {}) {
  const [pending, setPending] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const attempt = (step?.attempt ?? 0) + 1;

  const attemptSend = async (recaptchaToken?: string) => {
    setPending(true);
    try {
      await send(recaptchaToken);
      setStep(null);
    } catch (error) {
      const file =
        error instanceof ApiError &&
        error.id === 'captcha_needed' &&
        (await import('./captcha-step.tsx').catch(() => null));
      if (file) setStep({ Captcha: file.CaptchaStep, sentence: error.sentence, attempt });
      else {
        const { failed } = messages().guest;
        const wait = onWait && secondsToWait(error);
        if (wait) onWait(wait);
        else toastFailure(failed.title, error, failed.unknown);
        // A captcha does not shorten the wait.
        setStep(wait ? null : step && { ...step, attempt });
      }
    }
    setPending(false);
  };

  const start = (recaptchaToken?: string) => whenOnline(() => attemptSend(recaptchaToken));
  const captcha = step && <step.Captcha key={step.attempt} sentence={step.sentence} onToken={start} />;
  return { pending, start, captcha };
}
