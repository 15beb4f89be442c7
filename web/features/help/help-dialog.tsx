import { type RefObject, useState } from 'react';
import { HELP_REASONS, HELP_WORDS, type HelpReason } from '../../../contract/help.rules.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { askForHelp } from './api.ts';

interface HelpDialogProps {
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}

/** Four choices and no field: where nothing can be typed, nobody can be talked into typing a code. */
export function HelpDialog({ onClose, focusAfter }: HelpDialogProps) {
  const [chosen, setChosen] = useState<HelpReason | null>(null);
  const [failure, setFailure] = useState('');

  const choose = async (reason: HelpReason) => {
    setChosen(reason);
    setFailure('');
    try {
      await askForHelp(reason);
      onClose();
    } catch (error) {
      setFailure(sentenceOf(error, 'An error occurred'));
      setChosen(null);
    }
  };

  return (
    <Modal
      title="What do you need help with?"
      description="Choose what fits. You need not write anything."
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
        <p role="alert" className="text-14 text-danger">
          {failure}
        </p>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
