import { UserX } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../contract/users.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SidePanel } from '../../ui/overlays/side-panel.tsx';
import { AccountSection } from './account-section.tsx';
import type { Change } from './change-user.ts';
import { useUserDetails } from './details-query.ts';
import { HistorySection } from './history-section.tsx';
import { LastingChanges, PanelActions } from './panel-actions.tsx';
import { PanelIdentity, PanelSkeleton } from './panel-identity.tsx';
import { PersonalSection } from './personal-section.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { SessionsSection } from './sessions-section.tsx';

interface UserPanelProps {
  userId: string;
  isSelf: boolean;
  /** What the list knows already, to be shown until the rest is there. */
  listed: User | undefined;
  onChange: (change: Change) => void;
  onClose: () => void;
}

/** Everything about one user, and everything that can be done about them. */
export function UserPanel({ userId, isSelf, listed, onChange, onClose }: UserPanelProps) {
  const { data: user, error, isPending, isFetching, refetch } = useUserDetails(userId);
  const isGone = error instanceof ApiError && error.status === 404;
  const [resetting, setResetting] = useState(false);
  return (
    <SidePanel
      title="User Information"
      onClose={onClose}
      footer={user && <PanelActions user={user} isSelf={isSelf} onChange={onChange} />}
    >
      {isPending && <PanelSkeleton listed={listed} />}
      {!isPending && !user && (
        <Notice
          icon={UserX}
          title="User information not available"
          action={
            !isGone && (
              <Button variant="secondary" pending={isFetching} onClick={() => refetch()}>
                Try again
              </Button>
            )
          }
        >
          {sentenceOf(error, 'The server could not answer. Please try again in a moment.')}
        </Notice>
      )}
      {user && (
        <>
          <PanelIdentity user={user} />
          <AccountSection user={user} onResetPassword={isSelf ? undefined : () => setResetting(true)} />
          <PersonalSection user={user} />
        </>
      )}
      {(isPending || user) && (
        <>
          <SessionsSection userId={userId} />
          <HistorySection userId={userId} />
        </>
      )}
      {user && !isSelf && <LastingChanges user={user} onChange={onChange} />}
      {user && resetting && <ResetPasswordDialog user={user} onClose={() => setResetting(false)} />}
    </SidePanel>
  );
}
