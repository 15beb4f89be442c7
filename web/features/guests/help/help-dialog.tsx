import { type RefObject, useState } from 'react';
import { HELP_REASONS, HELP_WORDS, type HelpReason } from '../../../../contract/guests/help.rules.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { usePortal } from '../../../lib/portal.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { askForHelp } from './api.ts';

interface HelpDialogProps {
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}

interface Failure {
  reason: HelpReason;
  sentence: string;
}

/** No field: nobody can be talked into typing a code. */
export function HelpDialog({ onClose, focusAfter }: HelpDialogProps) {
  const { organisation } = usePortal();
  const [chosen, setChosen] = useState<HelpReason | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const choose = async (reason: HelpReason) => {
    setChosen(reason);
    setFailure(null);
    try {
      await askForHelp(reason);
      onClose();
    } catch (error) {
      setFailure({ reason, sentence: sentenceOf(error, 'An error occurred') });
      setChosen(null);
    }
  };

  return (
    <Modal
      title="What do you need help with?"
      description="Pick one. No typing needed."
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <div className="mt-6 flex flex-col gap-2">
        {HELP_REASONS.map((reason) => (
          <Button
            key={reason}
            variant="secondary"
            pending={chosen === reason}
            disabled={chosen !== null && chosen !== reason}
            onClick={() => choose(reason)}
          >
            {HELP_WORDS[reason]}
          </Button>
        ))}
        <div role="alert" className="space-y-2 text-14">
          {failure && <p className="text-danger">{failure.sentence}</p>}
          {/* Shown without waiting for the server. */}
          {failure?.reason === 'told_to_come' && (
            <p className="font-semibold">
              Nobody from {organisation} asks for codes by phone or chat. If someone told you to come here, end the call
              or chat and close this page.
            </p>
          )}
        </div>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
