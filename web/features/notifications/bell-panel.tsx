import { Link } from 'wouter';
import { TextButton } from '../../ui/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useMarkAllRead, useMarkRead } from './mark-read.ts';
import { NotificationRow } from './notification-row.tsx';
import { useLatest } from './queries.ts';

interface BellPanelProps {
  unread: number;
  onLeave: () => void;
}

export function BellPanel({ unread, onLeave }: BellPanelProps) {
  const { data: latest, isPending, isFetching, refetch } = useLatest();
  const { mutate: markRead } = useMarkRead();
  const markAll = useMarkAllRead();
  return (
    <>
      <div className="flex h-11 items-center justify-between border-line border-b px-4 text-13">
        <h2 className="font-semibold">Latest notifications</h2>
        {unread > 0 && (
          <TextButton pending={markAll.isPending} onClick={() => markAll.mutate()}>
            Mark all read
          </TextButton>
        )}
      </div>
      {latest && latest.length > 0 ? (
        <ul>
          {latest.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onRead={markRead} />
          ))}
        </ul>
      ) : isPending ? (
        <Loading>Loading notifications...</Loading>
      ) : (
        <p className="border-line border-b px-4 py-8 text-center text-13 text-muted">
          {latest ? (
            'Nothing has happened yet'
          ) : (
            <>
              Notifications could not be loaded.{' '}
              <TextButton pending={isFetching} onClick={() => refetch()}>
                Try again
              </TextButton>
            </>
          )}
        </p>
      )}
      <Link
        href="/admin/notifications"
        onClick={onLeave}
        className="flex h-10 items-center justify-center rounded-control text-13 font-medium text-accent-ink hover:underline focus-visible:-outline-offset-2"
      >
        View all notifications
      </Link>
    </>
  );
}
