import { Bell as BellIcon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Link } from 'wouter';
import { IconButton, TextButton } from '../../ui/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { FailedLine } from '../../ui/feedback/notice.tsx';
import { usePopup } from '../../ui/overlays/return-focus.ts';
import { useLatest, useMarkRead, useUnreadCount } from './api.ts';
import { NotificationRow } from './notification-row.tsx';

const CAP = 99;
export const badgeText = (unread: number) => (unread > CAP ? `${CAP}+` : String(unread));
const needAction = (count: number) => (count === 0 ? '' : `, ${count} ${count === 1 ? 'needs' : 'need'} action`);
const NONE = { count: 0, needsAction: 0 };
const noteClass = 'border-line border-b px-4 py-8 text-center';

/** No portal: its content stays in the header landmark. */
export function Bell() {
  const { data: { count: unread, needsAction } = NONE } = useUnreadCount();
  const { onCloseAutoFocus, ...popup } = usePopup();
  return (
    <Popover.Root {...popup}>
      <span className="relative">
        <Popover.Trigger asChild>
          <IconButton icon={BellIcon} label={`Notifications, ${unread} unread${needAction(needsAction)}`} />
        </Popover.Trigger>
        {unread > 0 && (
          <span
            aria-hidden
            className={`pointer-events-none absolute -top-1 start-4 min-w-4 rounded-full px-1 text-center text-12 font-semibold text-surface tabular-nums ${needsAction > 0 ? 'bg-danger' : 'bg-muted'}`}
          >
            {badgeText(unread)}
          </span>
        )}
      </span>
      <Popover.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label="Latest notifications"
        onCloseAutoFocus={onCloseAutoFocus}
        className="z-40 w-90 max-w-[calc(100vw-1rem)] animate-appear rounded-control bg-raised shadow-float outline-none"
      >
        <BellPanel unread={unread} onLeave={() => popup.onOpenChange(false)} />
      </Popover.Content>
    </Popover.Root>
  );
}

function BellPanel({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const query = useLatest();
  const { data: latest } = query;
  const { mutate: markRead } = useMarkRead();
  const markAll = useMarkRead();
  return (
    <>
      <div className="flex h-11 items-center justify-between border-line border-b px-4 text-13">
        <h2 className="font-semibold">Latest notifications</h2>
        {unread > 0 && (
          <TextButton pending={markAll.isPending} onClick={() => markAll.mutate('all')}>
            Mark all read
          </TextButton>
        )}
      </div>
      {latest && latest.length > 0 ? (
        <ul>
          {latest.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onRead={markRead} onLeave={onLeave} />
          ))}
        </ul>
      ) : query.isPending ? (
        <Loading>Loading notifications...</Loading>
      ) : latest ? (
        <p className={`${noteClass} text-13 text-muted`}>No notifications yet</p>
      ) : (
        <FailedLine text="Couldn't load the notifications." query={query} className={noteClass} />
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
