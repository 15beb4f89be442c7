import { CircleAlert, ScrollText } from 'lucide-react';
import { useId } from 'react';
import type { GuestLog as Entry } from '../../../../contract/guest-activity.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useHeldRows } from '../../../ui/rows/held-rows.ts';
import { ListEnd } from '../../../ui/rows/list-frame.tsx';
import type { Hold } from '../../../ui/rows/live-rows.tsx';
import { NewPill, useNewRows, useScrolledPast } from '../../../ui/rows/live-rows.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useGuestLog } from '../api.ts';
import { LogCards } from './log-cards.tsx';
import type { LogRowsProps } from './log-entry.tsx';
import { useLogSelection } from './log-selection.ts';
import { LogTable } from './log-table.tsx';
import { LogToolbar } from './log-toolbar.tsx';

const idOf = ({ id }: Entry) => id;

/** Everything that guests did, as it happens. */
export function GuestLog({ hold }: { hold: Hold }) {
  const titleId = useId();
  const list = useGuestLog();
  const { mark, isPast, scrollBack } = useScrolledPast<HTMLDivElement>();
  const { rows: logs, waiting, letIn } = useHeldRows(list.items, idOf, hold.isHeld || isPast);
  const isNew = useNewRows(logs, idOf, !list.isPending);
  const selection = useLogSelection(logs);
  const show = () => {
    letIn();
    scrollBack();
  };
  if (list.hasFailed) {
    return <Failure sentence={sentenceOf(list.error, 'Failed to load guest activity logs')} />;
  }
  return (
    <section aria-labelledby={titleId}>
      <LogToolbar titleId={titleId} list={list} selection={selection} />
      {list.isPending ? (
        <Skeletons />
      ) : logs.length === 0 && !list.hasNextPage ? (
        <Notice icon={ScrollText} title="No guest activity recorded yet">
          What guests do on their pages will appear here as it happens.
        </Notice>
      ) : (
        <div {...hold.props}>
          <div ref={mark} className="scroll-mt-32" />
          <NewPill count={waiting} where="guest log" onShow={show} />
          <LogRows list={list} logs={logs} selection={selection} isNew={isNew} />
        </div>
      )}
    </section>
  );
}

function LogRows(props: LogRowsProps) {
  const { list } = props;
  const wide = useMediaQuery('(min-width: 1280px)');
  const Rows = wide ? LogTable : LogCards;
  return (
    <>
      <Rows {...props} />
      <ListEnd
        failure={list.isFetchNextPageError ? sentenceOf(list.moreError, 'More could not be loaded.') : null}
        waiting={list.hasNextPage ? 'Loading more…' : null}
        pending={list.isFetching}
        onRetry={list.fetchNextPage}
      />
    </>
  );
}

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

const SKELETON_ROWS = [0, 1, 2, 3, 4];

/** The entries that are on their way, in their real shape. */
const Skeletons = () => (
  <div role="status" className="-mx-4 lg:-mx-8">
    <span className="sr-only">Loading guest activity…</span>
    {SKELETON_ROWS.map((row) => (
      <div key={row} className="flex h-14 items-center gap-3 border-line border-b px-4 lg:px-8">
        <Skeleton className="size-4 shrink-0 rounded-small!" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-2.5 w-24" />
        </div>
        <Skeleton className="h-6 w-36 max-w-full" />
      </div>
    ))}
  </div>
);
