import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, TextButton } from '../button.tsx';
import { Spinner } from '../feedback/loading.tsx';
import { LoadFailure } from '../feedback/notice.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';
import type { Pages } from './virtual-rows.ts';

/** What useInfiniteQuery and useLiveList give. */
interface PagedList extends Pages {
  isPending: boolean;
  isPlaceholderData: boolean;
  isRefetching: boolean;
  refetch: () => unknown;
}

interface ListFrameProps {
  list: PagedList;
  /** How many rows there are. */
  count: number;
  skeleton: ReactNode;
  /** Nothing could be loaded. Left out where this stands in place of more than the list. */
  failure?: false | { title: string; text: string };
  /** Said in place of rows when there are none. */
  empty: ReactNode;
  loadingMore?: string;
  /** The next page could not be loaded. */
  moreFailure: false | string;
  children: ReactNode;
}

/**
 * What stands where a long list belongs: the shape of what is coming, why nothing came, that there is nothing, or the
 * rows and below them whether more are on their way.
 *
 *   <ListFrame
 *     list={list}
 *     count={users.length}
 *     skeleton={<TableSkeleton … />}
 *     failure={list.isLoadingError && { title: 'Failed to load users', text: sentenceOf(list.error, '…') }}
 *     empty={<Notice … />}
 *     moreFailure={list.isFetchNextPageError && sentenceOf(list.error, '…')}
 *   >
 *     <VirtualTable … />
 *   </ListFrame>
 */
export function ListFrame(props: ListFrameProps) {
  const { list, count, skeleton, failure, empty, loadingMore = 'Loading more…', moreFailure, children } = props;
  if (list.isPending) return skeleton;
  if (failure) {
    return (
      <LoadFailure
        title={failure.title}
        sentence={failure.text}
        pending={list.isRefetching}
        onRetry={() => list.refetch()}
      />
    );
  }
  const isMoreToCome = list.hasNextPage || (list.isPlaceholderData && count === 0);
  if (count === 0 && !isMoreToCome) return empty;
  return (
    <div className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
      {children}
      <ListEnd
        failure={moreFailure || null}
        waiting={isMoreToCome ? loadingMore : null}
        pending={list.isFetching}
        onRetry={() => list.fetchNextPage()}
      />
    </div>
  );
}

interface ListEndProps {
  /** Why the next page is not there; null when nothing went wrong. */
  failure: string | null;
  /** What is being waited for; null at the end of the list. */
  waiting: string | null;
  pending: boolean;
  onRetry: () => void;
}

/** What is still to come, below the last row. */
function ListEnd({ failure, waiting, pending, onRetry }: ListEndProps) {
  if (failure) {
    return (
      <p className="py-4 text-center text-13 text-muted">
        {failure}{' '}
        <TextButton pending={pending} onClick={onRetry}>
          Try again
        </TextButton>
      </p>
    );
  }
  if (!waiting) return null;
  return (
    <p className="flex h-14 animate-late items-center justify-center gap-2 text-13 text-muted">
      <Spinner />
      {waiting}
    </p>
  );
}

interface RefreshButtonProps {
  pending: boolean;
  onClick: () => void;
}

/** Asks anew for what is shown. */
export const RefreshButton = ({ pending, onClick }: RefreshButtonProps) => (
  <Tooltip text="Refresh" side="top">
    <Button variant="ghost" pending={pending} aria-label="Refresh" onClick={onClick} className="px-2.5!">
      {!pending && <RefreshCw size={16} aria-hidden />}
    </Button>
  </Tooltip>
);
