import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { type Change, useChangeUser } from './change-user.ts';
import { changeWords } from './change-words.ts';
import { displayName } from './display-name.ts';

interface ChangeDialogProps {
  change: Change;
  onChanged: (change: Change) => void;
  onClose: () => void;
}

/** Nothing happens to a user before somebody has read what it means. */
export function ChangeDialog({ change, onChanged, onClose }: ChangeDialogProps) {
  const { mutate, isPending } = useChangeUser();
  const { title, confirm, consequence } = changeWords(change);
  const [before, after] = title;
  const carryOut = () => mutate(change, { onSuccess: () => onChanged(change), onSettled: onClose });
  return (
    <ConfirmDialog
      title={
        <>
          {before} <bdi>{displayName(change.user)}</bdi> {after}
        </>
      }
      description={consequence}
      confirm={confirm}
      destroys={change.kind === 'delete'}
      pending={isPending}
      onConfirm={carryOut}
      onCancel={onClose}
    />
  );
}
