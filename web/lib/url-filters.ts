import { useLocation, useSearch } from 'wouter';

/** A query of the API with every filter named: a new one that a page forgets to send does not compile. */
export type WholeQuery<Query> = { [Name in keyof Required<Query>]: Query[Name] | undefined };

/** Filters in a page's URL. Anyone can write one: for nonsense, as for the empty text, a parser has a default. */
export function urlFilters<Filters extends { [Name in keyof Filters]: string }>(
  parsers: {
    [Name in keyof Filters]: (text: string) => Filters[Name];
  },
) {
  const names = Object.keys(parsers) as (keyof Filters & string)[];
  const filtersOf = (params: URLSearchParams) =>
    Object.fromEntries(names.map((name) => [name, parsers[name](params.get(name) ?? '')])) as unknown as Filters;
  const none = filtersOf(new URLSearchParams());
  const paramsOf = (filters: Filters) =>
    new URLSearchParams(names.flatMap((name) => (filters[name] === none[name] ? [] : [[name, filters[name]]])));
  return {
    none,
    filtersOf,
    paramsOf,
    isFiltered: (filters: Filters) => paramsOf(filters).size > 0,
    use: () => {
      const [path, navigate] = useLocation();
      const change = (changes: Partial<Filters>) => {
        // Not the filters of this render: two can change at once.
        const params = paramsOf({ ...filtersOf(new URLSearchParams(location.search)), ...changes });
        scrollTo(0, 0);
        navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
      };
      return [filtersOf(new URLSearchParams(useSearch())), change] as const;
    },
  };
}
