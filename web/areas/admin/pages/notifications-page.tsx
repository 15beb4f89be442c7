import { useId } from 'react';
import { useNotificationList } from '../../../features/notifications/api.ts';
import { NotificationList } from '../../../features/notifications/notification-list.tsx';
import { NotificationsOverview } from '../../../features/notifications/notifications-overview.tsx';
import { NotificationsToolbar, typeFilterOf } from '../../../features/notifications/notifications-toolbar.tsx';
import { useSearchParam } from '../../../lib/use-search-param.ts';
import { OutdatedNote } from '../../../ui/feedback/notice.tsx';

export function NotificationsPage() {
  const titleId = useId();
  const [q, setQ] = useSearchParam('q');
  const [typeText, setTypeText] = useSearchParam('type');
  const type = typeFilterOf(typeText);
  const list = useNotificationList({ q: q.trim(), type: type === 'all' ? undefined : type });
  const clear = () => {
    setQ('');
    setTypeText('');
  };
  return (
    <div className="flex flex-col gap-4">
      <NotificationsOverview />
      <section aria-labelledby={titleId} className="mt-2 flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <h2 id={titleId} className="font-semibold">
            Recent Activity
          </h2>
          {list.isRefetchError && <OutdatedNote />}
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
