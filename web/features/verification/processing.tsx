import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { endProcessing, type Outcome, verifyCode } from './api.ts';

interface Processing {
  code: string | null;
  endsAt: number;
  outcome: Promise<Outcome>;
}

interface ProcessingOptions {
  email: string;
  /** `reported` resolves when the server knows that processing has ended. */
  onFinished: (outcome: Outcome, reported: Promise<void>) => void;
  onInterrupted: (error: unknown) => void;
}

/** The outcome is known early but shown at the end. Only a lost connection is shown at once. */
export function useProcessing({ email, onFinished, onInterrupted }: ProcessingOptions) {
  const [processing, setProcessing] = useState<Processing | null>(null);

  const finished = useEffectEvent((code: string | null, outcome: Outcome) => {
    setProcessing(null);
    onFinished(outcome, endProcessing(email, code, outcome.success));
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
      ([outcome]) => left || finished(processing.code, outcome),
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
      setProcessing({ code, endsAt: Date.now() + PROCESSING_SECONDS * 1000, outcome: verifyCode(email, code) }),
    resume: (remainingMs: number, outcome: Outcome) =>
      setProcessing(
        (current) => current ?? { code: null, endsAt: Date.now() + remainingMs, outcome: Promise.resolve(outcome) },
      ),
  };
}

const ANNOUNCED_EVERY = 5;

export function ProcessingOverlay({ endsAt, field }: { endsAt: number; field: RefObject<HTMLInputElement | null> }) {
  const words = useMessages().guestLater.processing;
  const describe = (seconds: number) => (seconds === 0 ? words.almostDone : words.secondsLeft(seconds));
  const left = Math.min(useSecondsLeft(endsAt) ?? 0, PROCESSING_SECONDS);
  return (
    <Modal title={words.title} description={words.description} focusAfter={field}>
      <p aria-hidden className="mt-6 mb-2 flex items-baseline justify-between text-13 text-muted">
        {left === 0 ? words.almostDone : words.timeLeft}
        <span className="text-20 font-semibold text-ink tabular-nums">{words.clock(left)}</span>
      </p>
      <ProgressBar
        value={PROCESSING_SECONDS - left}
        max={PROCESSING_SECONDS}
        label={words.title}
        text={describe(left)}
      />
      {/* Inside the modal, because everything outside is inert. */}
      <p role="status" className="sr-only">
        {describe(Math.ceil(left / ANNOUNCED_EVERY) * ANNOUNCED_EVERY)}
      </p>
    </Modal>
  );
}
