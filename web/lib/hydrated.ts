import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while a page is drawn ahead, and while React takes over one that was; true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Whether this component came with the page as the server sent it. */
export function useWasPrerendered() {
  const isHydrated = useHydrated();
  const [wasPrerendered] = useState(!isHydrated);
  return wasPrerendered;
}
