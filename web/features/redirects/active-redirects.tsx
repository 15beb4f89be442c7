import { CornerUpRight } from 'lucide-react';
import { useState } from 'react';
import type { Redirect } from '../../../contract/redirects.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFailure, Notice } from '../../ui/feedback/notice.tsx';
import { ListEnd, RefreshButton } from '../../ui/rows/list-frame.tsx';
import { useMoreRows, useVirtualRows } from '../../ui/rows/virtual-rows.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { type RedirectsState, useRedirects } from './list-query.ts';
import { RedirectRow } from './redirect-row.tsx';
import { RedirectsSkeleton } from './redirects-skeleton.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const ROW_REM = 4;
/** On a phone a row has a third line. */
const TALL_ROW_REM = 6;

export function ActiveRedirects() {
  const list = useRedirects();
  const [removing, setRemoving] = useState<Redirect | null>(null);
  return (
    <Card
      title="Active Redirects"
      description="Waiting to be delivered, or in force until removed"
      action={<RefreshButton pending={list.isRefetching} onClick={list.renew} />}
    >
      <div className="-m-5">
        <Content list={list} onRemove={setRemoving} />
      </div>
      {removing && <RemoveDialog redirect={removing} onClose={() => setRemoving(null)} />}
    </Card>
  );
}

interface RowsProps {
  list: RedirectsState;
  onRemove: (redirect: Redirect) => void;
}

function Content({ list, onRemove }: RowsProps) {
  const wide = useMediaQuery('(min-width: 640px)');
  if (list.isPending) return <RedirectsSkeleton />;
  if (!list.data) {
    return (
      <LoadFailure
        title="Failed to load the redirects"
        sentence={sentenceOf(list.error, 'Please try again in a moment.')}
        pending={list.isFetching}
        onRetry={list.refetch}
      />
    );
  }
  if (list.redirects.length === 0 && !list.hasNextPage) {
    return (
      <Notice icon={CornerUpRight} title="No active redirects">
        Redirects that you create appear here until they are delivered or removed.
      </Notice>
    );
  }
  const heightRem = wide ? ROW_REM : TALL_ROW_REM;
  return <Rows key={heightRem} heightRem={heightRem} list={list} onRemove={onRemove} />;
}

function Rows({ list, heightRem, onRemove }: RowsProps & { heightRem: number }) {
  const { redirects } = list;
  const rows = useVirtualRows<HTMLUListElement>({ count: redirects.length, heightRem });
  useMoreRows(list, redirects.length, rows.lastInSight);
  return (
    <>
      <ul ref={rows.list} aria-label="Active redirects">
        {rows.pieces.map((piece) => {
          if ('gap' in piece) return <li key={piece.key} aria-hidden style={{ height: piece.gap }} />;
          const redirect = redirects[piece.index];
          return (
            redirect && <RedirectRow key={redirect.id} redirect={redirect} index={piece.index} onRemove={onRemove} />
          );
        })}
      </ul>
      <ListEnd
        failure={list.isFetchNextPageError ? sentenceOf(list.error, 'More could not be loaded.') : null}
        waiting={list.hasNextPage ? 'Loading more…' : null}
        pending={list.isFetching}
        onRetry={list.fetchNextPage}
      />
    </>
  );
}
