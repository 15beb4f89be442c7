import { ScrollText } from 'lucide-react';
import { useId } from 'react';
import type { GuestLog as Entry } from '../../../contract/guest-activity.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useHeldRows } from '../../ui/rows/held-rows.ts';
import { ListEnd } from '../../ui/rows/list-frame.tsx';
import type { Hold } from '../../ui/rows/live-rows.tsx';
import { NewPill, useNewRows, useScrolledPast } from '../../ui/rows/live-rows.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { LogCards } from './log-cards.tsx';
import { LogFailure } from './log-failure.tsx';
import { useGuestLog } from './log-query.ts';
import type { LogRowsProps } from './log-rows-props.ts';
import { useLogSelection } from './log-selection.ts';
import { LogSkeleton } from './log-skeleton.tsx';
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
    return <LogFailure sentence={sentenceOf(list.error, 'Failed to load guest activity logs')} />;
  }
  return (
    <section aria-labelledby={titleId}>
      <LogToolbar titleId={titleId} list={list} selection={selection} />
      {list.isPending ? (
        <LogSkeleton />
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
