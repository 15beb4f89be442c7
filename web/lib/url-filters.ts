import { useLocation, useSearch } from 'wouter';

/** A query of the API with every filter named: a new one that a page forgets to send does not compile. */
export type WholeQuery<Query> = { [Name in keyof Required<Query>]: Query[Name] | undefined };

type Texts<Filters> = { [Name in keyof Filters]: string | undefined };

/** Leaves out filters at their default, and keeps what else the URL says, such as an open panel. */
export function filterParams<Filters extends Texts<Filters>>(
  filters: Filters,
  none: Filters,
  url = new URLSearchParams(),
) {
  const params = new URLSearchParams(url);
  for (const name of Object.keys(none) as (keyof Filters & string)[]) {
    const value = filters[name];
    if (value === undefined || value === none[name]) params.delete(name);
    else params.set(name, value);
  }
  return params;
}

export function useUrlFilters<Filters extends Texts<Filters>>(
  filtersOf: (params: URLSearchParams) => Filters,
  none: Filters,
) {
  const [path, navigate] = useLocation();
  const filters = filtersOf(new URLSearchParams(useSearch()));
  const change = (changes: Partial<Filters>) => {
    // Not `filters` of this render: two can change at once.
    const now = new URLSearchParams(location.search);
    const params = filterParams({ ...filtersOf(now), ...changes }, none, now);
    scrollTo(0, 0);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
  };
  return [filters, change] as const;
}
