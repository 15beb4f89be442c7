import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { toastFailure } from '../../ui/overlays/toast.ts';
import type { CaptchaStep } from './captcha-step.tsx';

interface Step {
  Captcha: typeof CaptchaStep;
  sentence: string;
  /** Each attempt needs a captcha of its own. */
  attempt: number;
}

const secondsToWait = (error: unknown) =>
  error instanceof ApiError && error.status === 429 && error.id !== 'captcha_needed' ? error.retryAfter : null;

interface SendingOptions {
  /** For pages that count down how many seconds to wait; the others say it in a toast. */
  onWait?: (seconds: number) => void;
}

/**
 * Sends a code. Where the server wants to see a captcha first, `captcha` is what the form shows, and solving it sends
 * again. Hardly any guest ever sees it, so it is loaded when it is needed.
 */
export function useSending(send: (recaptchaToken?: string) => Promise<void>, { onWait }: SendingOptions = {}) {
  const [pending, setPending] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const attempt = (step?.attempt ?? 0) + 1;

  const start = async (recaptchaToken?: string) => {
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
        const wait = onWait && secondsToWait(error);
        if (wait) onWait(wait);
        else toastFailure('Error', error, 'An error occurred');
        // Nothing can be bought with a captcha meanwhile.
        setStep(wait ? null : step && { ...step, attempt });
      }
    }
    setPending(false);
  };

  const captcha = step && <step.Captcha key={step.attempt} sentence={step.sentence} onToken={start} />;
  return { pending, start, captcha };
}
