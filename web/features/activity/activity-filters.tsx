import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/fields/day-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { type Filters, filterGroups, isFiltered } from './filters.ts';

interface ActivityFiltersProps {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
  onClear: () => void;
}

export const ActivityFilters = ({ filters, onChange, onClear }: ActivityFiltersProps) => (
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
