import type { Redirect } from '../../../contract/redirects.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { destinationLabel } from './destinations.ts';
import { redirectedOf } from './redirected.ts';
import { useRemoveRedirect } from './remove-redirect.ts';

export function RemoveDialog({ redirect, onClose }: { redirect: Redirect; onClose: () => void }) {
  const { mutate, isPending } = useRemoveRedirect();
  return (
    <ConfirmDialog
      title="Remove Redirect"
      description={
        <span className="wrap-anywhere">
          <bdi className="font-medium text-ink">{redirectedOf(redirect)}</bdi> will no longer be sent to{' '}
          <bdi>{destinationLabel(redirect.destinationPath)}</bdi>.
        </span>
      }
      confirm="Remove"
      destroys
      pending={isPending}
      onConfirm={() => mutate(redirect, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}
