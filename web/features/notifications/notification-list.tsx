import { BellOff } from 'lucide-react';
import type { Notification } from '../../../contract/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ListFrame } from '../../ui/rows/list-frame.tsx';
import { LiveRows, useLiveRows } from '../../ui/rows/live-rows.tsx';
import { VirtualList } from '../../ui/rows/virtual-list.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { type NotificationPages, useMarkRead } from './api.ts';
import { NotificationRow, ROW_REM } from './notification-row.tsx';

const idOf = ({ id }: Notification) => id;

interface NotificationListProps {
  list: NotificationPages;
  /** Absent when nothing narrows the list. */
  onClear: (() => void) | undefined;
}

export const NotificationList = ({ list, onClear }: NotificationListProps) => (
  <ListFrame
    list={list}
    skeleton={<Loading>Loading notifications...</Loading>}
    failure="Failed to load notifications"
    empty={
      <Notice
        icon={BellOff}
        title="No notifications found"
        action={
          onClear && (
            <Button variant="secondary" onClick={onClear}>
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
);

function Rows({ list }: { list: NotificationPages }) {
  const layout = useMediaQuery('(min-width: 768px)') ? 'wide' : 'narrow';
  const live = useLiveRows(list.items, { idOf, isReady: !list.isPlaceholderData });
  const { mutate: markRead } = useMarkRead();
  return (
    <LiveRows live={live} where="recent activity" scrollMargin="scroll-mt-20">
      <VirtualList
        list={list}
        rows={live.rows}
        heightRem={ROW_REM[layout]}
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
