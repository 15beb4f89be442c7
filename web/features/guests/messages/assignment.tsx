import { HeartHandshake } from 'lucide-react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useUnassignGuest } from './api.ts';

interface HelperNoteProps {
  guest: Pick<Guest, 'id' | 'helper'>;
  /** For the name of the button. */
  name: string;
  selfId: string | undefined;
  onUnassigned: () => void;
}

/** Who is helping. Helpers can say that they are done. */
export function HelperNote({ guest, name, selfId, onUnassigned }: HelperNoteProps) {
  const { helper } = guest;
  const unassign = useUnassignGuest(onUnassigned);
  if (helper === null) return null;
  const isOwn = helper.id === selfId;
  return (
    <span className="inline-flex items-center gap-1.5 text-12 font-medium">
      <HeartHandshake size={14} className="shrink-0 text-accent-ink" aria-hidden />
      <span>
        {isOwn ? (
          'You are helping'
        ) : (
          <>
            <bdi>{helper.name}</bdi> is helping
          </>
        )}
      </span>
      {isOwn && (
        <Button
          variant="secondary"
          aria-label={`Done with ${name}`}
          pending={unassign.isPending}
          onClick={() => unassign.mutate(guest.id)}
          className="h-10! px-3! text-12! md:h-7!"
        >
          Done
        </Button>
      )}
    </span>
  );
}

interface StepInDialogProps {
  /** Null where the server did not say who is helping. */
  helper: string | null;
  guest: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Before an admin takes over from another helper. */
export const StepInDialog = ({ helper, guest, onConfirm, onCancel }: StepInDialogProps) => (
  <ConfirmDialog
    title={`Step in for ${helper ?? 'another admin'}?`}
    description={
      <>
        <bdi>{helper ?? 'Another admin'}</bdi> is helping <bdi>{guest}</bdi> right now. If you step in, you are the one
        who helps from now on, and it is written into the log.
      </>
    }
    confirm="Step in"
    onConfirm={onConfirm}
    onCancel={onCancel}
  />
);
