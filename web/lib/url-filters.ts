import { useLocation, useSearch } from 'wouter';

/** A query of the API with every filter named: a new one that a page forgets to send does not compile. */
export type WholeQuery<Query> = { [Name in keyof Required<Query>]: Query[Name] | undefined };

type Texts<Filters> = { [Name in keyof Filters]: string };

/** Leaves out filters at their default. */
export function filterParams<Filters extends Texts<Filters>>(filters: Filters, none: Filters) {
  const params = new URLSearchParams();
  for (const name of Object.keys(none) as (keyof Filters & string)[])
    if (filters[name] !== none[name]) params.set(name, filters[name]);
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
    const params = filterParams({ ...filtersOf(new URLSearchParams(location.search)), ...changes }, none);
    scrollTo(0, 0);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
  };
  return [filters, change] as const;
}
