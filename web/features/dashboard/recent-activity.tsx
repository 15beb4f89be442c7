import { Link } from 'wouter';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { Card } from '../../ui/card.tsx';
import { BlockFailure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { actionWords, actorOf } from '../activity/action-words.ts';
import { ActionIcon } from '../activity/entry-parts.tsx';
import { useLatestActivity } from './api.ts';

const ROWS = Array.from({ length: 5 }, (_, index) => index);

export function RecentActivity() {
  const { data: entries, isPending, isFetching, refetch } = useLatestActivity();
  return (
    <Card
      title="Recent User Activity"
      action={
        <Link href="/admin/activity" className="text-13 font-medium text-accent-ink underline-offset-2 hover:underline">
          View all
        </Link>
      }
    >
      {isPending ? (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Loading recent activity…</span>
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      ) : !entries ? (
        <BlockFailure text="The latest activity could not be loaded." pending={isFetching} onRetry={refetch} />
      ) : entries.length === 0 ? (
        <p className="py-8 text-center text-13 text-muted">Sign-ins, page views and what admins did appear here.</p>
      ) : (
        <ul className="-my-2">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const Entry = ({ entry }: { entry: ActivityEntry }) => (
  <li className="flex items-start gap-3 py-2 text-13">
    <span className="mt-0.5">
      <ActionIcon entry={entry} />
    </span>
    <div className="min-w-0 flex-1">
      <p className="truncate">
        <span className="font-medium">{actionWords(entry).text}</span>{' '}
        <bdi className="text-muted">{actorOf(entry)}</bdi>
      </p>
      <p className="truncate text-12 text-muted">
        <span className="font-mono">{entry.ipAddress}</span> · {entry.location}
      </p>
    </div>
    <span className="shrink-0 text-12 text-muted">
      <TimeAgo at={entry.createdAt} />
    </span>
  </li>
);
