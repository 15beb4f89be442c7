import { CircleAlert, ScrollText } from 'lucide-react';
import { useId } from 'react';
import type { GuestLog as Entry } from '../../../../contract/guests/guests.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ListFrame } from '../../../ui/rows/list-frame.tsx';
import { type Hold, LiveRows, useLiveRows } from '../../../ui/rows/live-rows.tsx';
import { useSelection } from '../../../ui/rows/selection.ts';
import { VirtualList } from '../../../ui/rows/virtual-list.tsx';
import { VirtualTable } from '../../../ui/rows/virtual-table.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useGuestLog } from '../api.ts';
import { CARD_REM, columnsOf, LogCard, LogRow, WIDE_CARD_REM } from './log-row.tsx';
import { LogToolbar } from './log-toolbar.tsx';

const idOf = ({ id }: Entry) => id;

/** Without `onOpen`, rows have no details. */
export function GuestLog({ hold, onOpen }: { hold: Hold; onOpen: ((log: Entry) => void) | null }) {
  const titleId = useId();
  const isTable = useMediaQuery('(min-width: 1280px)');
  const heightRem = useMediaQuery('(min-width: 768px)') ? WIDE_CARD_REM : CARD_REM;
  const list = useGuestLog();
  const live = useLiveRows(list.items, { idOf, isReady: !list.isPending, hold });
  const selection = useSelection(live.rows);
  const { may } = useMay();
  const canMessage = may('message-guests');
  const canDelete = may('change-portal');
  const rows = { label: 'Guest log', list, rows: live.rows };
  const rowProps = (log: Entry, index: number) => ({
    log,
    index,
    isSelected: selection.ids.has(log.id),
    isNew: live.isNew(log.id),
    onToggle: canDelete ? selection.toggle : null,
    canMessage,
    onOpen,
  });
  if (list.isLoadingError) return <Failure sentence={sentenceOf(list.error, 'Failed to load guest activity logs')} />;
  return (
    <section aria-labelledby={titleId}>
      <LogToolbar titleId={titleId} list={list} selection={selection} canDelete={canDelete} />
      <ListFrame
        list={list}
        skeleton={<LogSkeleton />}
        empty={
          <Notice icon={ScrollText} title="No guest activity recorded yet">
            What guests do on their pages will appear here as it happens.
          </Notice>
        }
      >
        <LiveRows live={live} where="guest log" scrollMargin="scroll-mt-32">
          {isTable ? (
            <VirtualTable
              {...rows}
              columns={columnsOf({ canMessage })}
              headingTop="top-32"
              renderRow={(log, index) => <LogRow {...rowProps(log, index)} />}
            />
          ) : (
            <VirtualList
              key={heightRem}
              {...rows}
              heightRem={heightRem}
              className="-mx-4 border-line border-t lg:-mx-8"
              renderRow={(log, index) => <LogCard {...rowProps(log, index)} />}
            />
          )}
        </LiveRows>
      </ListFrame>
    </section>
  );
}

const LogSkeleton = () => (
  <RowsSkeleton
    label="Loading guest activity…"
    count={5}
    className="-mx-4 lg:-mx-8"
    rowClass="flex h-10 items-center gap-3 border-line border-b px-4 lg:px-8"
  >
    <Skeleton className="size-4 shrink-0 rounded-small!" />
    <div className="flex flex-1 flex-col gap-1.5">
      <Skeleton className="h-3 w-36" />
      <Skeleton className="h-2.5 w-24" />
    </div>
    <Skeleton className="h-6 w-36 max-w-full" />
  </RowsSkeleton>
);

/** Shown in place of list and toolbar. */
const Failure = ({ sentence }: { sentence: string }) => (
  <div role="alert" className="mt-2 rounded-card border border-line">
    <Notice
      icon={CircleAlert}
      title="Error Loading Guest Activity"
      action={
        <Button variant="secondary" onClick={() => location.reload()}>
          Reload Page
        </Button>
      }
    >
      {sentence}
    </Notice>
  </div>
);
