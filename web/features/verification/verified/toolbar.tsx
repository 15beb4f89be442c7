import { VERIFIED_SEARCH } from '../../../../contract/verification/verified.rules.ts';
import { VERIFIED_CSV } from '../../../../contract/verification/verified-csv.rules.ts';
import { apiFile } from '../../../lib/api/api-admin.ts';
import { LogToolbar } from '../../../ui/rows/log-toolbar.tsx';
import { useVerifiedTotal, type VerifiedListState } from './api.ts';
import { type Filters, isFiltered, queryOf } from './filters.ts';

interface VerifiedToolbarProps {
  list: VerifiedListState;
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
  onClear: () => void;
}

export const VerifiedToolbar = ({ list, filters, onChange, onClear }: VerifiedToolbarProps) => (
  <LogToolbar
    list={list}
    label="Search verified addresses"
    placeholder={Object.values(VERIFIED_SEARCH).join(' or ')}
    thing="address"
    things="addresses"
    total={useVerifiedTotal(list, filters)}
    file={{
      label: 'Export CSV',
      name: 'verified-addresses',
      columns: VERIFIED_CSV,
      fetchAll: (signal) => apiFile('GET /api/admin/verified.csv', { query: queryOf(filters) }, signal),
    }}
    filters={filters}
    isFiltered={isFiltered(filters)}
    onChange={onChange}
    onClear={onClear}
  />
);
