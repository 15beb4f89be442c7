import { useLocation, useSearch } from 'wouter';

/** A query of the API with every filter named: a new one that a page forgets to send does not compile. */
export type WholeQuery<Query> = { [Name in keyof Required<Query>]: Query[Name] | undefined };

type Texts<Filters> = { [Name in keyof Filters]: string };

/** Only what narrows a list is in the address. */
export function filterParams<Filters extends Texts<Filters>>(filters: Filters, none: Filters) {
  const params = new URLSearchParams();
  for (const name of Object.keys(none) as (keyof Filters & string)[])
    if (filters[name] !== none[name]) params.set(name, filters[name]);
  return params;
}

/** The filters of a list are in the address, so a view can be shared and reloaded. */
export function useUrlFilters<Filters extends Texts<Filters>>(
  filtersOf: (params: URLSearchParams) => Filters,
  none: Filters,
) {
  const [path, navigate] = useLocation();
  const filters = filtersOf(new URLSearchParams(useSearch()));
  const change = (changes: Partial<Filters>) => {
    // Read now and not when this was rendered: two of them can change at once.
    const params = filterParams({ ...filtersOf(new URLSearchParams(location.search)), ...changes }, none);
    // Other rows begin at the top, wherever the old ones were scrolled to.
    scrollTo(0, 0);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
  };
  return [filters, change] as const;
}
