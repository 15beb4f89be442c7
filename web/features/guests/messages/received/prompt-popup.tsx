import type { RefObject } from 'react';
import { isReply, type PromptKind } from '../../../../../contract/guests/messages.rules.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { PromptSender, PromptWarning } from './prompt-parts.tsx';

interface PromptPopupProps {
  message: string;
  kind: PromptKind;
  onClose: () => void;
  field: RefObject<HTMLInputElement | null>;
}

/** A reply has no other text than its title. */
export function PromptPopup({ message, kind, onClose, field }: PromptPopupProps) {
  const { prompt } = useMessages().guest;
  return (
    <Modal
      title={isReply(kind) ? message : prompt.titles[kind]}
      eyebrow={<PromptSender />}
      description={
        <>
          {!isReply(kind) && (
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
        {prompt.close}
      </Button>
    </Modal>
  );
}
