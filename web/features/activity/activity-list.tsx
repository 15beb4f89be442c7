import { ScrollText, SearchX } from 'lucide-react';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ListEnd } from '../../ui/rows/list-end.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ActivityCards } from './activity-cards.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { ActivityTable, type EntriesProps } from './activity-table.tsx';
import { type Filters, isFiltered } from './filters.ts';

interface ActivityListProps extends EntriesProps {
  filters: Filters;
  onClear: () => void;
}

export function ActivityList({ list, filters, onOpen, onClear }: ActivityListProps) {
  const wide = useMediaQuery('(min-width: 768px)');
  if (list.isPending) return <ActivitySkeleton />;
  if (!list.data) {
    return (
      <LoadFailure
        title="Failed to load the activity"
        sentence={sentenceOf(list.error, 'Please try again in a moment.')}
        pending={list.isFetching}
        onRetry={list.refetch}
      />
    );
  }
  if (list.entries.length === 0 && !list.hasNextPage && !list.isFetching) {
    return <NoEntries filters={filters} onClear={onClear} />;
  }
  const Entries = wide ? ActivityTable : ActivityCards;
  const isSearching = filters.q.trim() !== '';
  const isMoreToCome = list.hasNextPage || (list.isPlaceholderData && list.entries.length === 0);
  return (
    <div className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
      <Entries list={list} onOpen={onOpen} />
      <ListEnd
        failure={list.isFetchNextPageError ? sentenceOf(list.error, 'More could not be loaded.') : null}
        waiting={isMoreToCome ? (isSearching ? 'Searching…' : 'Loading more…') : null}
        pending={list.isFetching}
        onRetry={list.fetchNextPage}
      />
    </div>
  );
}

const NoEntries = ({ filters, onClear }: Pick<ActivityListProps, 'filters' | 'onClear'>) =>
  isFiltered(filters) ? (
    <Notice
      icon={SearchX}
      title="No activity logs found"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {filters.from && filters.to && filters.from > filters.to
        ? 'The last day is before the first one.'
        : 'Nothing matches these filters.'}
    </Notice>
  ) : (
    <Notice icon={ScrollText} title="No activity logs found">
      Sign-ins, page views and what admins did will appear here.
    </Notice>
  );
