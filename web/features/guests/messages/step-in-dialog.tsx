import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface StepInDialogProps {
  /** Who is helping; null where the server did not say. */
  helper: string | null;
  guest: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Who helps is for the order among staff and no permission: stepping in is possible, after a question. */
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
