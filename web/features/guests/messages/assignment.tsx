import { HeartHandshake } from 'lucide-react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useCurrentUser } from '../../auth/api.ts';
import { guestName } from '../guest-facts.ts';
import { useUnassignGuest } from './api.ts';

/** Who is helping. Helpers can say that they are done. */
export function HelperNote({ guest }: { guest: Guest }) {
  const { helper } = guest;
  const { data: self } = useCurrentUser();
  const unassign = useUnassignGuest();
  if (helper === null) return null;
  const isOwn = helper.id === self?.id;
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
          aria-label={`Done with ${guestName(guest)}`}
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
