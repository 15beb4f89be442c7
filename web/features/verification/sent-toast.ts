import { useEffect } from 'react';
import type { MailStep } from '../../../contract/verification/verification.rules.ts';
import { createStore } from '../../lib/store.ts';
import { currentToast, dismissToast, toastSuccess } from '../../ui/overlays/toast.ts';
import { isTrouble } from './delivery-words.ts';

const WAIT_MS = 3_000;

interface SentToast {
  title: string;
  description: string;
}

const waiting = createStore<(SentToast & { until: number }) | null>(null);

export const toastWhenSent = (words: SentToast) => waiting.set({ ...words, until: Date.now() + WAIT_MS });

/** Waits up to three seconds for the mail server. Never shown beside a failure. */
export function useSentToast(step: MailStep | undefined) {
  const sent = waiting.use();
  useEffect(() => {
    if (isTrouble(step)) {
      waiting.set(null);
      if (currentToast.get()?.variant === 'success') dismissToast();
    } else if (sent) {
      const show = () => {
        waiting.set(null);
        toastSuccess(sent.title, sent.description);
      };
      const timer = setTimeout(show, step === 'sent' ? 0 : sent.until - Date.now());
      return () => clearTimeout(timer);
    }
  }, [sent, step]);
}
