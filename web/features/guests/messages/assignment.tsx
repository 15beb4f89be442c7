import { HeartHandshake } from 'lucide-react';
import { useState } from 'react';
import { guestName, isThere } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useCurrentUser } from '../../auth/api.ts';
import { isAssignedToOther, useAssignGuest, useUnassignGuest } from './api.ts';

const buttonClass = 'h-10! px-2! text-12! md:h-7!';

interface AssignmentProps {
  guest: Guest;
  /** A row has no button to step in: sending a message asks about it. */
  inRow?: boolean;
}

/** Who is helping this guest. Staff can assign themselves before they send anything, and end it when they are done. */
export function Assignment({ guest, inRow = false }: AssignmentProps) {
  const { data: self } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const assign = useAssignGuest();
  const canMessage = useMay().may('message-guests');
  const { helper } = guest;
  const isOwn = helper !== null && helper.id === self?.id;
  const canAssign = canMessage && !isOwn && guest.outcome !== 'verified' && isThere(guest);
  const help = (stepIn: boolean) => {
    setAsking(false);
    assign.mutate({ guestId: guest.id, stepIn }, { onError: (error) => setAsking(isAssignedToOther(error)) });
  };
  const button = (text: string, press: () => void) => (
    <Button
      variant="secondary"
      aria-label={`${text}: ${guestName(guest)}`}
      pending={assign.isPending}
      onClick={press}
      className={buttonClass}
    >
      {text}
    </Button>
  );
  if (guest.halted) return null;
  return (
    <div className={`flex min-w-0 ${inRow ? 'flex-col items-start' : 'flex-wrap items-center gap-3'}`}>
      {helper !== null && <HelperNote guest={guest} helper={helper.name} isOwn={isOwn} />}
      {canAssign && helper === null && button('Assign to me', () => help(false))}
      {canAssign && helper !== null && !inRow && button('Take over', () => setAsking(true))}
      {asking && (
        <StepInDialog
          helper={helper?.name ?? null}
          guest={guestName(guest)}
          onConfirm={() => help(true)}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface HelperNoteProps {
  guest: Guest;
  helper: string;
  isOwn: boolean;
}

function HelperNote({ guest, helper, isOwn }: HelperNoteProps) {
  const unassign = useUnassignGuest();
  return (
    <>
      <span className="flex max-w-full min-w-0 items-center gap-1.5 text-12 font-medium">
        <HeartHandshake size={14} className="shrink-0 text-accent-ink" aria-hidden />
        <span className="truncate" title={isOwn ? 'You are helping' : `${helper} is helping`}>
          {isOwn ? (
            'You are helping'
          ) : (
            <>
              <bdi>{helper}</bdi> is helping
            </>
          )}
        </span>
      </span>
      {isOwn && (
        <Button
          variant="secondary"
          aria-label={`Done with ${guestName(guest)}`}
          pending={unassign.isPending}
          onClick={() => unassign.mutate(guest.id)}
          className={buttonClass}
        >
          Done
        </Button>
      )}
    </>
  );
}

interface StepInDialogProps {
  /** Null if the server did not say who is helping. */
  helper: string | null;
  guest: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before staff take over from another helper. */
export const StepInDialog = ({ helper, guest, onConfirm, onCancel }: StepInDialogProps) => (
  <ConfirmDialog
    title={`Take over from ${helper ?? 'your colleague'}?`}
    description={
      <>
        <bdi>{helper ?? 'A colleague'}</bdi> is helping <bdi>{guest}</bdi>. If you take over, the activity log records
        it.
      </>
    }
    confirm="Take over"
    onConfirm={onConfirm}
    onCancel={onCancel}
  />
);
