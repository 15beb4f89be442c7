import { Button } from '../../../ui/button.tsx';
import { DayRange } from '../../../ui/fields/day-range.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { ExportButtons } from '../../../ui/rows/export-buttons.tsx';
import { ListToolbar, RefreshButton } from '../../../ui/rows/list-toolbar.tsx';
import { type ActivityListState, fetchActivityFile, useActivityTotal } from './api.ts';
import { activityCsv } from './csv.ts';
import { type Filters, filterGroups, isFiltered } from './filters.ts';

interface ActivityToolbarProps {
  list: ActivityListState;
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
  onClear: () => void;
}

export function ActivityToolbar({ list, filters, onChange, onClear }: ActivityToolbarProps) {
  const total = useActivityTotal(list, filters);
  return (
    <ListToolbar
      list={list}
      label="Search activity"
      placeholder="User, action, page, IP, location…"
      q={filters.q}
      onSearch={(q) => onChange({ q })}
      thing="entry"
      things="entries"
      total={total}
    >
      <div className="-mr-3 ml-auto flex items-center">
        <RefreshButton list={list} onClick={() => scrollTo(0, 0)} />
        <ExportButtons
          list={list}
          name="activity-logs"
          shown={() => activityCsv(list.items)}
          fetchAll={(signal) => fetchActivityFile(filters, signal)}
          thing="entry"
          things="entries"
        />
      </div>
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          aria-label="Filter"
          value={filters.filter}
          onChange={(filter) => onChange({ filter })}
          groups={filterGroups}
          className="flex-1 sm:w-40 sm:flex-none"
        />
        <DayRange from={filters.from} to={filters.to} onChange={onChange} />
        {isFiltered(filters) && (
          <Button variant="ghost" onClick={onClear} className="px-3!">
            Reset
          </Button>
        )}
      </div>
    </ListToolbar>
  );
}
