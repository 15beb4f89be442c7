import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

interface Change {
  /** Adds a history entry, so that Back undoes it. */
  step?: boolean;
  state?: unknown;
}

export function useSearchParam(name: string) {
  const [, navigate] = useLocation();
  const value = new URLSearchParams(useSearch()).get(name) ?? '';
  const setValue = useCallback(
    (next: string, { step = false, state = null }: Change = {}) => {
      // From the URL, not from this render: two parameters can change at once.
      const params = new URLSearchParams(location.search);
      if (next) params.set(name, next);
      else params.delete(name);
      navigate(params.size > 0 ? `${location.pathname}?${params}` : location.pathname, { replace: !step, state });
    },
    [name, navigate],
  );
  return [value, setValue] as const;
}
