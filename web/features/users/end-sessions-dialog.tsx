import type { UserSession } from '../../../contract/users.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useEndSessions } from './details-query.ts';

interface EndSessionsDialogProps {
  userId: string;
  /** Null for all of them. */
  session: UserSession | null;
  /** One's own sessions: the one that is asking stays. */
  isSelf: boolean;
  onClose: () => void;
}

function describe(session: UserSession | null, isSelf: boolean) {
  if (isSelf) return `You are signed out ${session ? 'there' : 'everywhere else'} at once. You stay signed in here.`;
  return `They are signed out ${session ? 'there' : 'everywhere'} at once. They can sign in again.`;
}

export function EndSessionsDialog({ userId, session, isSelf, onClose }: EndSessionsDialogProps) {
  const { mutate, isPending } = useEndSessions(userId);
  return (
    <ConfirmDialog
      title={session ? `End session on ${session.device}` : 'End all sessions'}
      description={describe(session, isSelf)}
      confirm={session ? 'End session' : 'End all sessions'}
      pending={isPending}
      onConfirm={() => mutate(session, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}
