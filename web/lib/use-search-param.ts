import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

interface Change {
  /** A step of its own, which the Back button takes back. Otherwise the address is only corrected. */
  step?: boolean;
  state?: unknown;
}

/** One parameter of the address, empty when it is not there; the others stay as they are. */
export function useSearchParam(name: string) {
  const [, navigate] = useLocation();
  const value = new URLSearchParams(useSearch()).get(name) ?? '';
  const setValue = useCallback(
    (next: string, { step = false, state = null }: Change = {}) => {
      // Read now and not when this was rendered: two parameters can change at once.
      const params = new URLSearchParams(location.search);
      if (next) params.set(name, next);
      else params.delete(name);
      navigate(params.size > 0 ? `${location.pathname}?${params}` : location.pathname, { replace: !step, state });
    },
    [name, navigate],
  );
  return [value, setValue] as const;
}
