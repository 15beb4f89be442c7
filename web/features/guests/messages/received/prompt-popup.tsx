import { MessageSquare } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { api } from '../../../../lib/api/api.ts';
import { usePortal } from '../../../../lib/portal.ts';
import { usePolling } from '../../../../lib/use-polling.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';

interface Prompt {
  message: string;
  isReply: boolean;
}

/** A page shows replies and the prompt for its own field; the other one waits until the guest is on that page. */
export function usePrompt(everyMs: number | null, own: 'email' | 'code') {
  const [shown, setShown] = useState<Prompt | null>(null);
  usePolling(async () => {
    const { message, kind } = await api('GET /api/guest/check-prompt');
    if (message === null || kind === (own === 'email' ? 'code' : 'email')) return;
    setShown({ message, isReply: kind !== own });
    // Awaited, so that the next poll does not get the same prompt.
    await api('POST /api/guest/clear-prompt');
  }, everyMs);
  return { shown, close: () => setShown(null) };
}

/** Who the message is from. */
export function PromptSender() {
  const { organisation } = usePortal();
  return (
    <p className="mb-3 flex gap-2 text-13 font-medium wrap-anywhere text-accent-ink">
      <MessageSquare size={16} className="mt-0.5 shrink-0" aria-hidden />
      Message from the support team of {organisation}
    </p>
  );
}

/** No setting can change it. */
export function PromptWarning() {
  const { mailFrom } = usePortal();
  return (
    <p className="mt-4 border-line border-t pt-3 text-13">
      Only the code from our mail (<span className="font-mono text-12 wrap-anywhere text-ink">{mailFrom}</span>) belongs
      here. Never tell anyone your code.
    </p>
  );
}

interface PromptPopupProps extends Prompt {
  title: string;
  onClose: () => void;
  field: RefObject<HTMLInputElement | null>;
}

/** A reply is its own title. */
export const PromptPopup = ({ title, message, isReply, onClose, field }: PromptPopupProps) => (
  <Modal
    title={isReply ? message : title}
    eyebrow={<PromptSender />}
    description={
      <>
        {!isReply && <p className="wrap-anywhere">{message}</p>}
        <PromptWarning />
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
