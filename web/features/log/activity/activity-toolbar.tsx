import { ACTIVITY_CSV } from '../../../../contract/log/activity-csv.rules.ts';
import { apiFile } from '../../../lib/api/api-admin.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { LogToolbar } from '../../../ui/rows/log-toolbar.tsx';
import { type ActivityListState, useActivityTotal } from './api.ts';
import { type Filters, filterGroups, isFiltered, queryOf } from './filters.ts';

interface ActivityToolbarProps {
  list: ActivityListState;
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
  onClear: () => void;
}

export const ActivityToolbar = ({ list, filters, onChange, onClear }: ActivityToolbarProps) => (
  <LogToolbar
    list={list}
    label="Search activity"
    placeholder="User, page, IP, location, device…"
    thing="entry"
    things="entries"
    total={useActivityTotal(list, filters)}
    file={{
      name: 'activity-logs',
      columns: ACTIVITY_CSV,
      fetchAll: (signal) => apiFile('GET /api/admin/activity.csv', { query: queryOf(filters) }, signal),
    }}
    filters={filters}
    isFiltered={isFiltered(filters)}
    onChange={onChange}
    onClear={onClear}
  >
    <Select
      aria-label="Filter"
      value={filters.filter}
      onChange={(filter) => onChange({ filter })}
      groups={filterGroups}
      className="flex-1 sm:w-40 sm:flex-none"
    />
  </LogToolbar>
);
