import { useLocation, useSearch } from 'wouter';
import type { ActivityFilter } from '../../../contract/activity.ts';

export interface Filters {
  filter: ActivityFilter;
  q: string;
  /** First and last day; empty where there is no such bound. */
  from: string;
  to: string;
}

export const NO_FILTERS: Filters = { filter: 'all', q: '', from: '', to: '' };

export const filterGroups = [
  [
    { value: 'all', label: 'All Activities' },
    { value: 'login', label: 'Login Events' },
    { value: 'failed', label: 'Failed Attempts' },
    { value: 'page_view', label: 'Page Views' },
    { value: 'admin_redirect', label: 'Admin Redirects' },
  ],
] as const satisfies readonly (readonly { value: ActivityFilter; label: string }[])[];

const isFilter = (text: string | null): text is ActivityFilter =>
  filterGroups.flat().some(({ value }) => value === text);

const two = (number: number) => String(number).padStart(2, '0');

/** A day of this browser's calendar, written YYYY-MM-DD. */
export const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The first moment of a day, or of one so many days later. */
function startOf(day: string, later = 0) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(startOf(text)) === text;

const dayIn = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** From an address, which anybody can write: what is not a filter is left out. */
export function filtersOf(params: URLSearchParams): Filters {
  const filter = params.get('filter');
  return {
    filter: isFilter(filter) ? filter : 'all',
    q: params.get('q') ?? '',
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
  };
}

/** Only what narrows the list is in the address. */
export function paramsOf(filters: Filters) {
  const params = new URLSearchParams();
  for (const name of ['filter', 'q', 'from', 'to'] as const) {
    if (filters[name] !== NO_FILTERS[name]) params.set(name, filters[name]);
  }
  return params;
}

export const isFiltered = (filters: Filters) => paramsOf(filters).size > 0;

/** What the server is asked for. Days are those of this browser, and it knows moments only. */
export const queryOf = ({ filter, q, from, to }: Filters) => ({
  filter,
  q: q.trim() || undefined,
  from: from ? startOf(from).toISOString() : undefined,
  // The first moment after the last day. Not 24 hours later: twice a year a day is longer or shorter.
  to: to ? startOf(to, 1).toISOString() : undefined,
});

/** The filters are in the address, so a view can be shared and reloaded. */
export function useFilters() {
  const [path, navigate] = useLocation();
  const filters = filtersOf(new URLSearchParams(useSearch()));
  const change = (changes: Partial<Filters>) => {
    // Read now and not when this was rendered: two of them can change at once.
    const params = paramsOf({ ...filtersOf(new URLSearchParams(location.search)), ...changes });
    // Other entries begin at the top, wherever the old ones were scrolled to.
    scrollTo(0, 0);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
  };
  return [filters, change] as const;
}
