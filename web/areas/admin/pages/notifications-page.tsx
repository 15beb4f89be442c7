import { useId } from 'react';
import { Counters } from '../../../features/notifications/counters.tsx';
import { typeIn } from '../../../features/notifications/filters.ts';
import { LiveIndicator } from '../../../features/notifications/live-indicator.tsx';
import { MarkAllButton } from '../../../features/notifications/mark-all-button.tsx';
import { NotificationList } from '../../../features/notifications/notification-list.tsx';
import { NotificationsToolbar } from '../../../features/notifications/notifications-toolbar.tsx';
import { useNotificationList } from '../../../features/notifications/queries.ts';
import { TestCard } from '../../../features/notifications/test-card.tsx';
import { useSearchParam } from '../../../lib/use-search-param.ts';
import { OutdatedNote } from '../../../ui/feedback/notice.tsx';

export function NotificationsPage() {
  const titleId = useId();
  const [q, setQ] = useSearchParam('q');
  const [typeText, setTypeText] = useSearchParam('type');
  const type = typeIn(typeText);
  const list = useNotificationList({ q: q.trim(), type: type === 'all' ? undefined : type });
  const clear = () => {
    setQ('');
    setTypeText('');
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex h-8 items-center justify-between gap-4">
        <LiveIndicator />
        <MarkAllButton />
      </div>
      <Counters />
      <TestCard />
      <section aria-labelledby={titleId} className="mt-2 flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <h2 id={titleId} className="font-semibold">
            Recent Activity
          </h2>
          {list.isOutdated && <OutdatedNote />}
        </div>
        <NotificationsToolbar
          q={q}
          type={type}
          busy={list.isPlaceholderData}
          onSearch={setQ}
          onType={(next) => setTypeText(next === 'all' ? '' : next)}
        />
        <NotificationList list={list} onClear={q || type !== 'all' ? clear : undefined} />
      </section>
    </div>
  );
}
