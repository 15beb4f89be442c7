import { MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { deviceWords, locationWords } from '../../../../contract/language/devices.rules.ts';
import type { UserSession } from '../../../../contract/users/users.ts';
import { useMessages } from '../../../lib/messages.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
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
  const { account, devices } = useMessages();
  const words = account.sessions;
  const query = useOwnSessions();
  const end = useEndOwnSessions();
  const [ending, setEnding] = useState<UserSession | 'others' | null>(null);
  const others = query.data?.filter(({ current }) => !current) ?? [];
  return (
    <Card
      title={words.title}
      description={words.description}
      action={
        others.length > 0 && (
          <Button variant="secondary" onClick={() => setEnding('others')} className={compactClass}>
            {words.endOthers}
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<SessionsSkeleton />} failure={words.notLoaded}>
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
          title={ending === 'others' ? words.endOthersTitle : words.endOn(deviceWords(devices, ending.device))}
          description={ending === 'others' ? words.endOthersText(others.length) : words.endOneText}
          confirm={ending === 'others' ? words.endOthers : words.endOne}
          pending={end.isPending}
          onConfirm={() => end.mutate(ending, { onSettled: () => setEnding(null) })}
          onCancel={() => setEnding(null)}
        />
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const { account, devices } = useMessages();
  const words = account.sessions;
  const device = deviceWords(devices, session.device);
  const Icon = /android|ios/i.test(session.device) ? Smartphone : MonitorSmartphone;
  return (
    <li className="flex items-center gap-4 py-4">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control border border-line text-muted">
        <Icon size={18} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {session.current && <Badge tone="success">{words.thisBrowser}</Badge>}
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {locationWords(devices, session.location)} ·{' '}
          <bdi dir="ltr" className="font-mono text-12">
            {session.ipAddress}
          </bdi>
        </p>
        <p className="text-13 text-muted">
          <WithSlots
            message={session.current ? words.since : words.sinceAndUsed}
            slots={{
              time: <time dateTime={session.createdAt}>{formatDateTime(session.createdAt)}</time>,
              ago: <TimeAgo at={session.seenAt} />,
            }}
          />
        </p>
      </div>
      {!session.current && (
        <Button variant="secondary" aria-label={words.endOn(device)} onClick={onEnd} className={compactClass}>
          {words.end}
        </Button>
      )}
    </li>
  );
}

const SessionsSkeleton = () => (
  <RowsSkeleton label={useMessages().account.sessions.loading} count={2} rowClass="flex items-center gap-4 py-2">
    <Skeleton className="size-9 shrink-0" />
    <div className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-4 w-56 max-w-full" />
    </div>
  </RowsSkeleton>
);
