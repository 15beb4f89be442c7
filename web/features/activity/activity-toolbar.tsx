import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/count.ts';
import { DayField } from '../../ui/fields/day-field.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { RefreshButton } from '../../ui/rows/list-frame.tsx';
import type { ActivityListState } from './api.ts';
import { ExportButtons } from './export-buttons.tsx';
import { type Filters, filterGroups, isFiltered } from './filters.ts';

/** How many there are, as far as it is known. Nobody counts a million entries for a heading. */
const describeCount = ({ entries, hasNextPage, isPending, isPlaceholderData }: ActivityListState) => {
  if (isPending || isPlaceholderData || entries.length === 0) return '';
  return hasNextPage ? `${entries.length.toLocaleString('en')}+ entries` : counted(entries.length, 'entry', 'entries');
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
        {describeCount(list)}
      </p>
      <div className="-mr-3 ml-auto flex items-center">
        <RefreshButton pending={list.isRefetching && !list.isPlaceholderData} onClick={list.renew} />
        <ExportButtons list={list} filters={filters} />
      </div>
      <ActivityFilters filters={filters} onChange={onChange} onClear={onClear} />
    </div>
  );
}

const ActivityFilters = ({ filters, onChange, onClear }: Omit<ActivityToolbarProps, 'list'>) => (
  <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
    <Select
      aria-label="Filter"
      value={filters.filter}
      onChange={(filter) => onChange({ filter })}
      groups={filterGroups}
      className="flex-1 sm:w-40 sm:flex-none"
    />
    {/* On a phone they are the last line, and the button is beside the select. */}
    <div className="flex gap-3 max-sm:order-1 max-sm:w-full">
      <DayField label="From" value={filters.from} max={filters.to} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={filters.to} min={filters.from} onChange={(to) => onChange({ to })} />
    </div>
    {isFiltered(filters) && (
      <Button variant="ghost" onClick={onClear} className="px-3!">
        Reset
      </Button>
    )}
  </div>
);
