import type { ReactNode } from 'react';
import { sentenceOf } from '../../lib/api/api-error.ts';
import type { PagedList } from '../../lib/api/paged-list.ts';
import { Spinner } from '../feedback/loading.tsx';
import { FailedLine, LoadFailure } from '../feedback/notice.tsx';

interface ListFrameProps {
  list: PagedList;
  skeleton: ReactNode;
  /** Missing if the page shows the failure itself. */
  failure?: string;
  otherwise?: string;
  moreFailure?: string;
  empty: ReactNode;
  loadingMore?: string;
  children: ReactNode;
}

export function ListFrame(props: ListFrameProps) {
  const { list, skeleton, failure, otherwise, empty, children } = props;
  const { loadingMore = 'Loading more…', moreFailure = "Can't load more." } = props;
  if (list.isPending) return skeleton;
  if (failure && list.isLoadingError) return <LoadFailure title={failure} query={list} otherwise={otherwise} />;
  const isMoreToCome = list.hasNextPage || (list.isPlaceholderData && list.items.length === 0);
  if (list.items.length === 0 && !isMoreToCome) return empty;
  return (
    <div className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
      {children}
      {list.isFetchNextPageError ? (
        <FailedLine
          text={sentenceOf(list.error, moreFailure)}
          query={{ isFetching: list.isFetchingNextPage, refetch: list.fetchNextPage }}
          className="py-4 text-center"
        />
      ) : (
        isMoreToCome && (
          <p className="flex h-14 animate-late items-center justify-center gap-2 text-13 text-muted">
            <Spinner />
            {loadingMore}
          </p>
        )
      )}
    </div>
  );
}
