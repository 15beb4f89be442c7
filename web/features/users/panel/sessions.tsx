import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { UserSession } from '../../../../contract/users.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, compactClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { useEndSessions, useUserSessions } from '../api.ts';
import { Entry, EntryList } from './entry-list.tsx';

/** Where the user is signed in. The session that is asking ends by logging out, and nowhere else. */
export function SessionsSection({ userId }: { userId: string }) {
  const query = useUserSessions(userId);
  const [ending, setEnding] = useState<UserSession | 'all' | null>(null);
  const sessions = query.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  return (
    <PanelSection
      title="Live sessions"
      action={
        others.length > 0 && (
          <Button variant="ghost" onClick={() => setEnding('all')} className={`${compactClass} -mr-3`}>
            End all sessions
          </Button>
        )
      }
    >
      <EntryList
        query={query}
        expected={1}
        failure="The sessions could not be loaded."
        empty="Not signed in anywhere"
        renderEntry={(session) => <SessionEntry key={session.id} session={session} onEnd={() => setEnding(session)} />}
      />
      {ending && (
        <EndSessionsDialog
          userId={userId}
          session={ending === 'all' ? null : ending}
          isSelf={others.length !== sessions.length}
          onClose={() => setEnding(null)}
        />
      )}
    </PanelSection>
  );
}

const SessionEntry = ({ session, onEnd }: { session: UserSession; onEnd: () => void }) => (
  <Entry
    icon={MonitorSmartphone}
    title={
      <>
        {session.device}
        {session.current && <Badge tone="success">This session</Badge>}
      </>
    }
    aside={
      <>
        <TimeAgo at={session.seenAt} />
        {!session.current && (
          <Button
            variant="secondary"
            aria-label={`End session on ${session.device}`}
            onClick={onEnd}
            className="h-7! px-2.5! text-12!"
          >
            End
          </Button>
        )}
      </>
    }
  >
    {session.location} · <span className="font-mono">{session.ipAddress}</span>
  </Entry>
);

interface EndSessionsDialogProps {
  userId: string;
  /** Null for all of them. */
  session: UserSession | null;
  /** One's own sessions: the one that is asking stays. */
  isSelf: boolean;
  onClose: () => void;
}

function EndSessionsDialog({ userId, session, isSelf, onClose }: EndSessionsDialogProps) {
  const { mutate, isPending } = useEndSessions(userId);
  return (
    <ConfirmDialog
      title={session ? `End session on ${session.device}` : 'End all sessions'}
      description={
        isSelf
          ? `You are signed out ${session ? 'there' : 'everywhere else'} at once. You stay signed in here.`
          : `They are signed out ${session ? 'there' : 'everywhere'} at once. They can sign in again.`
      }
      confirm={session ? 'End session' : 'End all sessions'}
      pending={isPending}
      onConfirm={() => mutate(session, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}
