import { MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { UserSession } from '../../../../contract/users/users.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, compactClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { useEndOwnSessions, useOwnSessions } from './api.ts';

const currentFirst = (sessions: readonly UserSession[]) =>
  [...sessions].sort((one, other) => Number(other.current) - Number(one.current));

export function OwnSessions() {
  const query = useOwnSessions();
  const end = useEndOwnSessions();
  const [ending, setEnding] = useState<UserSession | 'others' | null>(null);
  const others = query.data?.filter(({ current }) => !current) ?? [];
  return (
    <Card
      title="Where you are signed in"
      description="Don’t recognise one? End it and change your password."
      action={
        others.length > 0 && (
          <Button variant="secondary" onClick={() => setEnding('others')} className={compactClass}>
            End all others
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<SessionsSkeleton />} failure="Your sessions couldn’t be loaded.">
        {(sessions) => (
          <ul className="-my-3 divide-y divide-line">
            {currentFirst(sessions).map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      {ending && (
        <ConfirmDialog
          title={ending === 'others' ? 'End all other sessions' : `End session on ${ending.device}`}
          description={
            ending === 'others'
              ? `You are signed out in ${others.length === 1 ? 'one other place' : `${others.length} other places`} at once. Unsaved work there is lost. You stay signed in here.`
              : 'You are signed out there at once. Unsaved work there is lost. You stay signed in here.'
          }
          confirm={ending === 'others' ? 'End all others' : 'End session'}
          pending={end.isPending}
          onConfirm={() => end.mutate(ending, { onSettled: () => setEnding(null) })}
          onCancel={() => setEnding(null)}
        />
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const Icon = /android|ios/i.test(session.device) ? Smartphone : MonitorSmartphone;
  return (
    <li className="flex items-center gap-4 py-4">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control border border-line text-muted">
        <Icon size={18} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {session.device}
          {session.current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {session.location} · <span className="font-mono text-12">{session.ipAddress}</span>
        </p>
        <p className="text-13 text-muted">
          Signed in <time dateTime={session.createdAt}>{formatDateTime(session.createdAt)}</time>
          {!session.current && (
            <>
              {' · '}last use: <TimeAgo at={session.seenAt} />
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          aria-label={`End session on ${session.device}`}
          onClick={onEnd}
          className={compactClass}
        >
          End
        </Button>
      )}
    </li>
  );
}

const SessionsSkeleton = () => (
  <RowsSkeleton label="Loading your sessions..." count={2} rowClass="flex items-center gap-4 py-2">
    <Skeleton className="size-9 shrink-0" />
    <div className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-4 w-56 max-w-full" />
    </div>
  </RowsSkeleton>
);
