import { useLocation, useSearch } from 'wouter';

/** Every filter must be named: a page that forgets one does not compile. */
export type WholeQuery<Query> = { [Name in keyof Required<Query>]: Query[Name] | undefined };

/** A URL can hold nonsense, so every parser has a default. */
export function urlFilters<Filters extends { [Name in keyof Filters]: string | undefined }>(
  parsers: {
    [Name in keyof Filters]: (text: string) => Filters[Name];
  },
) {
  const names = Object.keys(parsers) as (keyof Filters & string)[];
  const filtersOf = (params: URLSearchParams) =>
    Object.fromEntries(names.map((name) => [name, parsers[name](params.get(name) ?? '')])) as unknown as Filters;
  const none = filtersOf(new URLSearchParams());
  /** Leaves out defaults, keeps the rest of the URL. */
  const paramsOf = (filters: Filters, url = new URLSearchParams()) => {
    const params = new URLSearchParams(url);
    for (const name of names) {
      const value = filters[name];
      if (value === undefined || value === none[name]) params.delete(name);
      else params.set(name, value);
    }
    return params;
  };
  return {
    none,
    filtersOf,
    paramsOf,
    isFiltered: (filters: Filters) => paramsOf(filters).size > 0,
    use: () => {
      const [path, navigate] = useLocation();
      const change = (changes: Partial<Filters>) => {
        // From the URL, not from this render: two filters can change at once.
        const now = new URLSearchParams(location.search);
        const params = paramsOf({ ...filtersOf(now), ...changes }, now);
        scrollTo(0, 0);
        navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
      };
      return [filtersOf(new URLSearchParams(useSearch())), change] as const;
    },
  };
}
