import { MessageSquare } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { PromptKind } from '../../../../../contract/guests/messages.rules.ts';
import { api } from '../../../../lib/api/api.ts';
import { usePortal } from '../../../../lib/portal.ts';
import { usePolling } from '../../../../lib/use-polling.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';

/**
 * What the support team asks this guest for now. The server is told as soon as it is on the screen. A page shows what is
 * about its own field; anything else waits until the guest is on the page for it.
 */
export function usePrompt(everyMs: number | null, kind: PromptKind, otherwise: string) {
  const [message, setMessage] = useState<string | null>(null);
  usePolling(async () => {
    const prompt = await api('GET /api/guest/check-prompt');
    if (!prompt.showPrompt || prompt.kind !== kind) return;
    setMessage(prompt.message || otherwise);
    // Waited for, so that the next question does not find the same prompt again.
    await api('POST /api/guest/clear-prompt');
  }, everyMs);
  return { message, close: () => setMessage(null) };
}

interface PromptPopupProps {
  title: string;
  message: string;
  onClose: () => void;
  /** The field that the message is about. */
  field: RefObject<HTMLInputElement | null>;
}

/** Says who is talking before it says anything, and what no message can take back after it. */
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
