import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Filters, filtersOf, paramsOf } from './filters.ts';

/** The filters are in the address, so a view can be shared and reloaded. */
export function useFilters() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const filters = useMemo(() => filtersOf(new URLSearchParams(search)), [search]);
  const change = useCallback(
    (changes: Partial<Filters>) => {
      // Read now and not when this was rendered: two of them can change at once.
      const params = paramsOf({ ...filtersOf(new URLSearchParams(location.search)), ...changes });
      // Other entries begin at the top, wherever the old ones were scrolled to.
      scrollTo(0, 0);
      navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
    },
    [path, navigate],
  );
  return [filters, change] as const;
}
