import type { UserAccount } from '../../../contract/users/users.ts';
import { displayName } from '../../lib/user-names.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useResetSecondFactor } from './api.ts';

/** For users who have lost every factor. Staff must be sure who is asking. */
export function ResetSecondFactorDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { mutate, isPending } = useResetSecondFactor(user.id);
  return (
    <ConfirmDialog
      title={
        <>
          Reset second factor of <bdi>{displayName(user)}</bdi>
        </>
      }
      description="Their passkeys, their app and their recovery codes are gone for good, and their sessions end at once. From then on their password alone lets them in: be sure that it is them who asked you."
      confirm="Reset second factor"
      destroys
      pending={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}
