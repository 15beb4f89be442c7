import { type RefObject, useState } from 'react';
import { HELP_REASONS, type HelpReason } from '../../../../contract/guests/help.rules.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { useMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
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

/** No text field, so that no guest can be talked into typing a code. */
export function HelpDialog({ onClose, focusAfter }: HelpDialogProps) {
  const { failed, help } = useMessages().guest;
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
      setFailure({ reason, sentence: sentenceOf(error, failed.unknown) });
      setChosen(null);
    }
  };

  return (
    <Modal title={help.title} description={help.description} onClose={onClose} focusAfter={focusAfter}>
      <div className="mt-6 flex flex-col gap-2">
        {HELP_REASONS.map((reason) => (
          <Button
            key={reason}
            variant="secondary"
            pending={chosen === reason}
            disabled={chosen !== null && chosen !== reason}
            onClick={() => choose(reason)}
          >
            {help.reasons[reason]}
          </Button>
        ))}
        <div role="alert" className="space-y-2 text-14">
          {failure && <p className="text-danger">{failure.sentence}</p>}
          {/* The warning does not wait for the server. */}
          {failure?.reason === 'told_to_come' && (
            <p className="font-semibold">
              <WithSlots message={help.toldToCome} slots={{ organisation: <bdi>{organisation}</bdi> }} />
            </p>
          )}
        </div>
        <Button variant="ghost" onClick={onClose}>
          {help.close}
        </Button>
      </div>
    </Modal>
  );
}
