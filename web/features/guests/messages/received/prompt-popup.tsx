import { MessageSquare } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { PromptKind } from '../../../../../contract/guests/messages.rules.ts';
import { api } from '../../../../lib/api/api.ts';
import { usePortal } from '../../../../lib/portal.ts';
import { usePolling } from '../../../../lib/use-polling.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';

/** A prompt about the other field waits until the guest is on that page. */
export function usePrompt(everyMs: number | null, kind: PromptKind) {
  const [message, setMessage] = useState<string | null>(null);
  usePolling(async () => {
    const prompt = await api('GET /api/guest/check-prompt');
    if (prompt.kind !== kind) return;
    setMessage(prompt.message);
    // Awaited, so that the next poll does not get the same prompt.
    await api('POST /api/guest/clear-prompt');
  }, everyMs);
  return { message, close: () => setMessage(null) };
}

interface PromptPopupProps {
  title: string;
  message: string;
  onClose: () => void;
  field: RefObject<HTMLInputElement | null>;
}

/** The warning that no setting can change. */
export function PromptPopup({ title, message, onClose, field }: PromptPopupProps) {
  const { organisation, mailFrom } = usePortal();
  return (
    <Modal
      title={title}
      eyebrow={
        <p className="mb-3 flex gap-2 text-13 font-medium wrap-anywhere text-accent-ink">
          <MessageSquare size={16} className="mt-0.5 shrink-0" aria-hidden />
          Message from the support team of {organisation}
        </p>
      }
      description={
        <>
          <p className="wrap-anywhere">{message}</p>
          <p className="mt-4 border-line border-t pt-3 text-13">
            Only the code from our mail (<span className="font-mono text-12 wrap-anywhere text-ink">{mailFrom}</span>)
            belongs here. Never tell anyone your code.
          </p>
        </>
      }
      onClose={onClose}
      focusAfter={field}
    >
      <Button onClick={onClose} className="mt-6 w-full">
        Got it
      </Button>
    </Modal>
  );
}
