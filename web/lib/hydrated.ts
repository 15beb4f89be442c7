import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False during prerendering and hydration. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

export function useWasPrerendered() {
  const isHydrated = useHydrated();
  const [wasPrerendered] = useState(!isHydrated);
  return wasPrerendered;
}
