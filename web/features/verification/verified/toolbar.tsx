import { VERIFIED_SEARCH } from '../../../../contract/verification/verified.rules.ts';
import { Button } from '../../../ui/button.tsx';
import { DayRange } from '../../../ui/fields/day-range.tsx';
import { ExportButtons } from '../../../ui/rows/export-buttons.tsx';
import { ListToolbar, RefreshButton } from '../../../ui/rows/list-toolbar.tsx';
import { fetchVerifiedFile, useVerifiedTotal, type VerifiedListState } from './api.ts';
import { verifiedCsv } from './csv.ts';
import { type Filters, isFiltered } from './filters.ts';

const COUNTED = { thing: 'address', things: 'addresses' };

interface VerifiedToolbarProps {
  list: VerifiedListState;
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
  onClear: () => void;
}

export function VerifiedToolbar({ list, filters, onChange, onClear }: VerifiedToolbarProps) {
  const total = useVerifiedTotal(list, filters);
  return (
    <ListToolbar
      list={list}
      label="Search verified addresses"
      placeholder={Object.values(VERIFIED_SEARCH).join(' or ')}
      q={filters.q}
      onSearch={(q) => onChange({ q })}
      {...COUNTED}
      total={total}
    >
      <div className="-mr-3 ml-auto flex items-center">
        <RefreshButton list={list} onClick={() => scrollTo(0, 0)} />
        <ExportButtons
          label="Export CSV"
          list={list}
          name="verified-addresses"
          shown={() => verifiedCsv(list.items)}
          fetchAll={(signal) => fetchVerifiedFile(filters, signal)}
          {...COUNTED}
        />
      </div>
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
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
