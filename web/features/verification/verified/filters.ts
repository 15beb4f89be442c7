import type { VerifiedQuery } from '../../../../contract/verification/verified.ts';
import { instantsOf, parseDay } from '../../../lib/days.ts';
import { filterParams, useUrlFilters, type WholeQuery } from '../../../lib/url-filters.ts';

/** One for each filter of the API, as the URL of the page has it. */
export type Filters = Record<keyof VerifiedQuery, string>;

export const NO_FILTERS: Filters = { q: '', from: '', to: '' };

const filtersOf = (params: URLSearchParams): Filters => ({
  q: params.get('q') ?? '',
  from: parseDay(params.get('from')),
  to: parseDay(params.get('to')),
});

export const isFiltered = (filters: Filters) => filterParams(filters, NO_FILTERS).size > 0;

export const useFilters = () => useUrlFilters(filtersOf, NO_FILTERS);

export const queryOf = ({ q, ...days }: Filters): WholeQuery<VerifiedQuery> => ({
  q: q.trim() || undefined,
  ...instantsOf(days),
});
