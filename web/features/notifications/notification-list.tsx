import { BellOff, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { maySeeNotification } from '../../../contract/notifications/notifications.rules.ts';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import { useSearchParam } from '../../lib/url/use-search-param.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice, OutdatedNote } from '../../ui/feedback/notice.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ListFrame } from '../../ui/rows/list-frame.tsx';
import { LiveRows, useLiveRows } from '../../ui/rows/live-rows.tsx';
import { VirtualList } from '../../ui/rows/virtual-list.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { AlertToggles } from './alerts/alert-toggles.tsx';
import { type NotificationPages, useMarkRead, useNotificationList } from './api.ts';
import { NotificationRow, ROW_REMS } from './notification-row.tsx';
import { PreferencesButton } from './preferences-dialog.tsx';
import { typeFilterOf, typeGroups } from './type-filter.ts';

const WARNINGS = 'warnings';

export function NotificationList() {
  const id = useId();
  const [q, setQ] = useSearchParam('q');
  const [typeText, setTypeText] = useSearchParam('type');
  const type = typeFilterOf(typeText);
  const { role } = useMay();
  const [onlyText, setOnly] = useSearchParam('only');
  const only = onlyText === WARNINGS ? WARNINGS : undefined;
  const list = useNotificationList({ q: q.trim(), type: type === 'all' ? undefined : type, only });
  const clear = () => {
    setQ('');
    setTypeText('');
    setOnly('');
  };
  return (
    <section aria-labelledby={`${id}-title`} className="mt-2 flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <h2 id={`${id}-title`} className="font-semibold">
          Recent Activity
        </h2>
        {list.isRefetchError && <OutdatedNote />}
        <div className="ms-auto flex items-center gap-1">
          <AlertToggles />
          <PreferencesButton />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchBox
          label="Search notifications"
          placeholder="Search notifications"
          value={q}
          onSearch={setQ}
          busy={list.isPlaceholderData}
        />
        <div className="flex w-full items-center gap-2 text-13 sm:w-auto">
          <label htmlFor={`${id}-type`} className="text-muted">
            Type
          </label>
          <Select
            id={`${id}-type`}
            value={type}
            onChange={(next) => setTypeText(next === 'all' ? '' : next)}
            groups={[typeGroups[0].filter(({ value }) => value === 'all' || maySeeNotification(role, value))]}
            className="flex-1 sm:w-44"
          />
          <Button
            variant="secondary"
            aria-pressed={only !== undefined}
            onClick={() => setOnly(only ? '' : WARNINGS)}
            className={`px-3! ${only ? 'bg-accent-soft! text-accent-ink!' : ''}`}
          >
            <TriangleAlert size={16} aria-hidden />
            Warnings
          </Button>
        </div>
      </div>
      <ListFrame
        list={list}
        skeleton={<Loading>Loading notifications...</Loading>}
        failure="Couldn't load the notifications"
        empty={
          <Notice
            icon={BellOff}
            title="No notifications found"
            action={
              (q || type !== 'all' || only) && (
                <Button variant="secondary" onClick={clear}>
                  Clear filters
                </Button>
              )
            }
          >
            No notifications match your current search and filter criteria
          </Notice>
        }
      >
        <Rows list={list} />
      </ListFrame>
    </section>
  );
}

const idOf = ({ id }: Notification) => id;

function Rows({ list }: { list: NotificationPages }) {
  const layout = useMediaQuery('(min-width: 768px)') ? 'wide' : 'narrow';
  const live = useLiveRows(list.items, { idOf, isReady: !list.isPlaceholderData });
  const { mutate: markRead } = useMarkRead();
  return (
    <LiveRows live={live} where="recent activity" scrollMargin="scroll-mt-20">
      <VirtualList
        list={list}
        rows={live.rows}
        heightRem={ROW_REMS[layout]}
        className="-mx-4 border-line border-t lg:-mx-8"
        renderRow={(notification, index) => (
          <NotificationRow
            notification={notification}
            layout={layout}
            index={index}
            isNew={live.isNew(notification.id)}
            onRead={markRead}
          />
        )}
      />
    </LiveRows>
  );
}
