import { type LucideIcon, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { UserSession } from '../../../../contract/users/users.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, compactClass } from '../../../ui/button.tsx';
import { FailedLine } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { actionWords } from '../../log/activity/action-words.ts';
import { entryPath } from '../../log/activity/entry-links.ts';
import { useEndSessions, useLoginHistory, useUserSessions } from '../api.ts';

export function SessionsSection({ userId, canEnd }: { userId: string; canEnd: boolean }) {
  const query = useUserSessions(userId);
  const end = useEndSessions(userId);
  const [ending, setEnding] = useState<UserSession | 'all' | null>(null);
  const sessions = query.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  // Only one's own list contains the current session.
  const isSelf = others.length !== sessions.length;
  return (
    <PanelSection
      title="Live sessions"
      action={
        canEnd &&
        others.length > 0 && (
          <Button variant="ghost" onClick={() => setEnding('all')} className={`${compactClass} -me-3`}>
            End all sessions
          </Button>
        )
      }
    >
      <EntryList
        query={query}
        expected={1}
        failure="Couldn't load the sessions."
        empty="Not signed in anywhere"
        renderEntry={(session) => (
          <SessionEntry key={session.id} session={session} onEnd={canEnd ? () => setEnding(session) : null} />
        )}
      />
      {ending && (
        <ConfirmDialog
          title={ending === 'all' ? 'End all sessions' : `End session on ${ending.device}`}
          description={
            isSelf
              ? `You are signed out ${ending === 'all' ? 'everywhere else' : 'there'} at once. You stay signed in here.`
              : `They are signed out ${ending === 'all' ? 'everywhere' : 'there'} at once. They can sign in again.`
          }
          confirm={ending === 'all' ? 'End all sessions' : 'End session'}
          pending={end.isPending}
          onConfirm={() => end.mutate(ending, { onSettled: () => setEnding(null) })}
          onCancel={() => setEnding(null)}
        />
      )}
    </PanelSection>
  );
}

const SessionEntry = ({ session, onEnd }: { session: UserSession; onEnd: (() => void) | null }) => (
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
        {!session.current && onEnd && (
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

export const HistorySection = ({ userId }: { userId: string }) => (
  <PanelSection title="Login history">
    <EntryList
      query={useLoginHistory(userId)}
      expected={3}
      failure="Couldn't load the login history."
      empty="No login history available"
      renderEntry={(entry) => <HistoryEntry key={entry.id} entry={entry} />}
    />
  </PanelSection>
);

function HistoryEntry({ entry }: { entry: ActivityEntry }) {
  const { icon, text, failed } = actionWords(entry);
  const { mayOpen } = useMay();
  const path = entryPath(entry.id);
  return (
    <Entry
      icon={icon}
      alarming={failed}
      title={text}
      aside={<time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>}
    >
      {entry.location} · <span className="font-mono">{entry.ipAddress}</span> ·{' '}
      {mayOpen(path) ? (
        <Link href={path} title={entry.userAgent} className="rounded-small underline underline-offset-2">
          {entry.device}
        </Link>
      ) : (
        <span title={entry.userAgent}>{entry.device}</span>
      )}
    </Entry>
  );
}

interface EntryListProps<Item> {
  query: { data: Item[] | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  expected: number;
  failure: string;
  empty: string;
  renderEntry: (item: Item) => ReactNode;
}

function EntryList<Item>({ query, expected, failure, empty, renderEntry }: EntryListProps<Item>) {
  if (query.data) {
    return query.data.length > 0 ? (
      <ul>{query.data.map(renderEntry)}</ul>
    ) : (
      <p className="text-13 text-muted">{empty}</p>
    );
  }
  if (query.isPending) {
    return (
      <div className="flex flex-col gap-3 py-2">
        {[...Array(expected).keys()].map((index) => (
          <Skeleton key={index} className="h-9" />
        ))}
      </div>
    );
  }
  return <FailedLine text={failure} query={query} className="py-2" />;
}

interface EntryProps {
  icon: LucideIcon;
  alarming?: boolean | undefined;
  title: ReactNode;
  children: ReactNode;
  aside: ReactNode;
}

const Entry = ({ icon: Icon, alarming = false, title, children, aside }: EntryProps) => (
  <li className="flex items-start gap-3 py-2 text-13">
    <Icon size={16} className={`mt-0.5 shrink-0 ${alarming ? 'text-danger' : 'text-muted'}`} aria-hidden />
    <div className="min-w-0 flex-1">
      <p className={`flex flex-wrap items-center gap-x-2 font-medium ${alarming ? 'text-danger' : ''}`}>{title}</p>
      <p className="text-12 wrap-anywhere text-muted">{children}</p>
    </div>
    <div className="flex shrink-0 items-center gap-2 text-12 text-muted tabular-nums">{aside}</div>
  </li>
);
