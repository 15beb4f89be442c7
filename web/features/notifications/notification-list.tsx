import { BellOff } from 'lucide-react';
import type { Notification } from '../../../contract/notifications.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { LoadFailure, Notice } from '../../ui/feedback/notice.tsx';
import { useHeldRows } from '../../ui/rows/held-rows.ts';
import { ListEnd } from '../../ui/rows/list-frame.tsx';
import { NewPill, useHold, useNewRows, useScrolledPast } from '../../ui/rows/live-rows.tsx';
import { useMoreRows, useVirtualRows } from '../../ui/rows/virtual-rows.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { type NotificationPages, useMarkRead } from './api.ts';
import { NotificationRow } from './notification-row.tsx';

const WIDE_REM = 3.5;
const NARROW_REM = 6;

const idOf = ({ id }: Notification) => id;

interface NotificationListProps {
  list: NotificationPages;
  /** Absent when nothing narrows the list. */
  onClear: (() => void) | undefined;
}

export function NotificationList({ list, onClear }: NotificationListProps) {
  if (list.isPending) return <Loading>Loading notifications...</Loading>;
  if (list.hasFailed) {
    return (
      <LoadFailure
        title="Failed to load notifications"
        sentence={sentenceOf(list.error, 'Please try again in a moment.')}
        pending={list.isRefetching}
        onRetry={list.refetch}
      />
    );
  }
  if (list.items.length === 0 && !list.hasNextPage) {
    return (
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
    );
  }
  return <Rows list={list} />;
}

function Rows({ list }: { list: NotificationPages }) {
  const wide = useMediaQuery('(min-width: 768px)');
  const { mark, isPast, scrollBack } = useScrolledPast<HTMLDivElement>();
  const hold = useHold();
  // Other filters show other rows: nothing of that is new, and nothing has to wait.
  const isSame = !list.isPlaceholderData;
  const { rows, waiting, letIn } = useHeldRows(list.items, idOf, isSame && (hold.isHeld || isPast));
  const isNew = useNewRows(rows, idOf, isSame);
  const virtual = useVirtualRows<HTMLUListElement>({ count: rows.length, heightRem: wide ? WIDE_REM : NARROW_REM });
  useMoreRows(list, rows.length, virtual.lastInSight);
  const { mutate: markRead } = useMarkRead();
  const show = () => {
    letIn();
    scrollBack();
  };
  return (
    <div {...hold.props} className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
      <div ref={mark} className="scroll-mt-20" />
      <NewPill count={waiting} where="recent activity" onShow={show} />
      <ul ref={virtual.list} className="-mx-4 border-line border-t lg:-mx-8">
        {virtual.pieces.map((piece) => {
          if ('gap' in piece) return <li key={piece.key} aria-hidden style={{ height: piece.gap }} />;
          const notification = rows[piece.index];
          return (
            notification && (
              <NotificationRow
                key={notification.id}
                notification={notification}
                layout={wide ? 'wide' : 'narrow'}
                index={piece.index}
                isNew={isNew(notification.id)}
                onRead={markRead}
              />
            )
          );
        })}
      </ul>
      <ListEnd
        failure={list.isFetchNextPageError ? sentenceOf(list.moreError, 'More could not be loaded.') : null}
        waiting={list.hasNextPage ? 'Loading more…' : null}
        pending={list.isFetching}
        onRetry={list.fetchNextPage}
      />
    </div>
  );
}
