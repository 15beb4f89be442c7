import type { RefObject } from 'react';
import { PROCESSING_SECONDS } from '../../../contract/verification.rules.ts';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';

const ANNOUNCED_EVERY = 5;

const inWords = (seconds: number) => (seconds === 0 ? 'Almost done' : `${seconds} seconds left`);

interface ProcessingOverlayProps {
  endsAt: number;
  field: RefObject<HTMLInputElement | null>;
}

export function ProcessingOverlay({ endsAt, field }: ProcessingOverlayProps) {
  const left = Math.min(useSecondsLeft(endsAt) ?? 0, PROCESSING_SECONDS);
  return (
    <Modal
      title="Processing Request"
      description="We are checking your code. Please keep this page open."
      focusAfter={field}
    >
      <p aria-hidden className="mt-6 mb-2 flex items-baseline justify-between text-13 text-muted">
        {left === 0 ? 'Almost done' : 'Time left'}
        <span className="text-20 font-semibold text-ink tabular-nums">{left}s</span>
      </p>
      <ProgressBar
        value={PROCESSING_SECONDS - left}
        max={PROCESSING_SECONDS}
        label="Processing Request"
        text={inWords(left)}
      />
      {/* Inside the modal, because everything outside is silent as long as it is open. */}
      <p role="status" className="sr-only">
        {inWords(Math.ceil(left / ANNOUNCED_EVERY) * ANNOUNCED_EVERY)}
      </p>
    </Modal>
  );
}
