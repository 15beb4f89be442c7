import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { UserSession } from '../../../contract/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, compactClass } from '../../ui/button.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { useUserSessions } from './details-query.ts';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { PanelEntriesSkeleton, PanelEntry } from './panel-entry.tsx';
import { PanelSection } from './panel-section.tsx';
import { PanelTrouble } from './panel-trouble.tsx';

/** Where the user is signed in. The session that is asking ends by logging out, and nowhere else. */
export function SessionsSection({ userId }: { userId: string }) {
  const { data: sessions, isPending, isFetching, refetch } = useUserSessions(userId);
  const [ending, setEnding] = useState<UserSession | 'all' | null>(null);
  const others = sessions?.filter(({ current }) => !current) ?? [];
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
      {sessions ? (
        <SessionList sessions={sessions} onEnd={setEnding} />
      ) : isPending ? (
        <PanelEntriesSkeleton count={1} />
      ) : (
        <PanelTrouble text="The sessions could not be loaded." pending={isFetching} onRetry={refetch} />
      )}
      {ending && (
        <EndSessionsDialog
          userId={userId}
          session={ending === 'all' ? null : ending}
          isSelf={others.length !== sessions?.length}
          onClose={() => setEnding(null)}
        />
      )}
    </PanelSection>
  );
}

interface SessionListProps {
  sessions: readonly UserSession[];
  onEnd: (session: UserSession) => void;
}

const SessionList = ({ sessions, onEnd }: SessionListProps) =>
  sessions.length === 0 ? (
    <p className="text-13 text-muted">Not signed in anywhere</p>
  ) : (
    <ul>
      {sessions.map((session) => (
        <PanelEntry
          key={session.id}
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
                  onClick={() => onEnd(session)}
                  className="h-7! px-2.5! text-12!"
                >
                  End
                </Button>
              )}
            </>
          }
        >
          {session.location} · <span className="font-mono">{session.ipAddress}</span>
        </PanelEntry>
      ))}
    </ul>
  );
