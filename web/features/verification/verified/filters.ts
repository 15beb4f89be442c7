import { type Days, instantsOf, parseDay } from '../../../lib/days.ts';
import { filterParams, useUrlFilters } from '../../../lib/url-filters.ts';

export interface Filters extends Days {
  q: string;
}

export const NO_FILTERS: Filters = { q: '', from: '', to: '' };

const filtersOf = (params: URLSearchParams): Filters => ({
  q: params.get('q') ?? '',
  from: parseDay(params.get('from')),
  to: parseDay(params.get('to')),
});

export const isFiltered = (filters: Filters) => filterParams(filters, NO_FILTERS).size > 0;

export const useFilters = () => useUrlFilters(filtersOf, NO_FILTERS);

export const queryOf = ({ q, ...days }: Filters) => ({ q: q.trim() || undefined, ...instantsOf(days) });
