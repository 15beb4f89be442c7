import { SearchBox } from '../../ui/fields/search-box.tsx';
import { RefreshButton } from '../../ui/rows/list-frame.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { countedEntries } from './counted-entries.ts';
import { ExportButtons } from './export-buttons.tsx';
import type { Filters } from './filters.ts';
import type { ActivityListState } from './list-query.ts';

/** How many there are, as far as it is known. Nobody counts a million entries for a heading. */
const countWords = ({ entries, hasNextPage, isPending, isPlaceholderData }: ActivityListState) => {
  if (isPending || isPlaceholderData || entries.length === 0) return '';
  return hasNextPage ? `${entries.length.toLocaleString('en')}+ entries` : countedEntries(entries.length);
};

interface ActivityToolbarProps {
  list: ActivityListState;
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
  onClear: () => void;
}

export function ActivityToolbar({ list, filters, onChange, onClear }: ActivityToolbarProps) {
  const searching = list.isPlaceholderData || (filters.q !== '' && list.isFetchingNextPage);
  return (
    <div className="-mx-4 -mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 bg-surface px-4 py-4 md:sticky md:top-16 md:z-10 lg:-mx-8 lg:-mt-8 lg:px-8">
      <SearchBox
        label="Search activity"
        placeholder="User, action, page, IP, location…"
        value={filters.q}
        onSearch={(q) => onChange({ q })}
        busy={searching}
      />
      <p role="status" className="text-13 text-muted tabular-nums">
        {countWords(list)}
      </p>
      <div className="-mr-3 ml-auto flex items-center">
        <RefreshButton pending={list.isRefetching && !list.isPlaceholderData} onClick={list.renew} />
        <ExportButtons list={list} filters={filters} />
      </div>
      <ActivityFilters filters={filters} onChange={onChange} onClear={onClear} />
    </div>
  );
}
