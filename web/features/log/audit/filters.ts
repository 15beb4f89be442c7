import type { AuditKind } from '../../../../contract/log/audit.rules.ts';
import type { AuditQuery } from '../../../../contract/log/audit.ts';
import { type Days, instantsOf, parseDay } from '../../../lib/days.ts';
import { filterParams, useUrlFilters, type WholeQuery } from '../../../lib/url-filters.ts';
import { isKind } from './kinds.ts';

export interface Filters extends Days {
  /** Ids of accounts, of the terminal or of guests; empty for all. */
  person: string;
  kind: AuditKind | '';
  target: string;
}

export const NO_FILTERS: Filters = { person: '', kind: '', target: '', from: '', to: '' };

const idIn = (text: string | null) => (text !== null && /^[\w:-]{1,100}$/.test(text) ? text : '');

/** Anyone can write a URL: what is no filter is left out. */
export function filtersOf(params: URLSearchParams): Filters {
  const kind = params.get('kind');
  return {
    person: idIn(params.get('person')),
    kind: isKind(kind) ? kind : '',
    target: idIn(params.get('target')),
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
  };
}

const paramsOf = (filters: Filters) => filterParams(filters, NO_FILTERS);

export const isFiltered = (filters: Filters) => paramsOf(filters).size > 0;

export const auditPath = (filters: Partial<Filters>) => `/admin/audit?${paramsOf({ ...NO_FILTERS, ...filters })}`;

export const useFilters = () => useUrlFilters(filtersOf, NO_FILTERS);

export const queryOf = ({ person, kind, target, ...days }: Filters): WholeQuery<AuditQuery> => ({
  person: person || undefined,
  kind: kind || undefined,
  target: target || undefined,
  ...instantsOf(days),
});
