import { Link } from 'wouter';
import type { ActivityEntry } from '../../../contract/log/activity.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { ActionIcon, Sentence } from '../log/activity/entry-parts.tsx';
import { useLatestActivity } from './api.ts';

export function RecentActivity() {
  const query = useLatestActivity();
  return (
    <Card
      title="Recent User Activity"
      action={
        <Link href="/admin/activity" className="text-13 font-medium text-accent-ink underline-offset-2 hover:underline">
          View all
        </Link>
      }
    >
      <Loaded
        query={query}
        skeleton={
          <RowsSkeleton label="Loading recent activity…" count={5} className="flex flex-col gap-3" rowClass="h-9">
            <Skeleton className="h-9" />
          </RowsSkeleton>
        }
        failure="Couldn't load the latest activity."
      >
        {(entries) =>
          entries.length === 0 ? (
            <p className="py-8 text-center text-13 text-muted">Sign-ins, page views and staff actions appear here.</p>
          ) : (
            <ul className="-my-2">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

const Entry = ({ entry }: { entry: ActivityEntry }) => (
  <li className="flex items-start gap-3 py-2 text-13">
    <span className="mt-0.5">
      <ActionIcon entry={entry} />
    </span>
    <div className="min-w-0 flex-1">
      <p className="line-clamp-3 wrap-anywhere">
        <Sentence entry={entry} />
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
