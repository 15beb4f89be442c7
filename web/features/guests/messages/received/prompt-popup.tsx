import type { RefObject } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { PromptSender, PromptWarning } from './prompt-parts.tsx';

interface PromptPopupProps {
  message: string;
  isReply: boolean;
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
        {!isReply && (
          <p dir="auto" className="wrap-anywhere">
            {message}
          </p>
        )}
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
