import { useEffect, useEffectEvent, useState } from 'react';
import { PROCESSING_SECONDS } from '../../../contract/verification.rules.ts';
import { api, inBackground } from '../../lib/api.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';

export interface Outcome {
  success: boolean;
  message: string | null;
}

interface Processing {
  /** Null when the page was loaded anew meanwhile: what was typed is nowhere kept. */
  code: string | null;
  endsAt: number;
  outcome: Promise<Outcome>;
}

/** Not checked at all, or not now: nothing to wait for, and the guest can try the same code again. */
const wasChecked = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status !== 429;

async function verify(email: string, code: string): Promise<Outcome> {
  try {
    await api('POST /api/guest/submit-code', { body: { code, email } });
    await api('POST /api/user/verify-code', { body: { email, code } });
    return { success: true, message: null };
  } catch (error) {
    if (!wasChecked(error)) throw error;
    return { success: false, message: sentenceOf(error, '') || null };
  }
}

interface ProcessingOptions {
  email: string;
  onOver: (outcome: Outcome) => void;
  onInterrupted: (error: unknown) => void;
}

/** The outcome is known early and told when the time is over; only a lost connection is told at once. */
export function useProcessing({ email, onOver, onInterrupted }: ProcessingOptions) {
  const [processing, setProcessing] = useState<Processing | null>(null);

  const over = useEffectEvent((code: string | null, outcome: Outcome) => {
    const body = { code, email, success: outcome.success };
    inBackground(api('POST /api/guest/code-processed', { body }));
    setProcessing(null);
    onOver(outcome);
  });
  const interrupted = useEffectEvent((error: unknown) => {
    setProcessing(null);
    onInterrupted(error);
  });

  useEffect(() => {
    if (!processing) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const time = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, processing.endsAt - Date.now());
    });
    Promise.all([processing.outcome, time]).then(
      ([outcome]) => left || over(processing.code, outcome),
      (error: unknown) => left || interrupted(error),
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [processing]);

  return {
    endsAt: processing?.endsAt ?? null,
    begin: (code: string) =>
      setProcessing({ code, endsAt: Date.now() + PROCESSING_SECONDS * 1000, outcome: verify(email, code) }),
    /** Goes on with what a page began that is gone. */
    resume: (remainingMs: number, outcome: Outcome) =>
      setProcessing(
        (current) => current ?? { code: null, endsAt: Date.now() + remainingMs, outcome: Promise.resolve(outcome) },
      ),
  };
}
