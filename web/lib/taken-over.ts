import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while a page is drawn ahead, and while React takes over one that was; true from then on. */
export const useTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Whether this component came with the page as the server sent it. */
export function useWasDrawn() {
  const isTakenOver = useTakenOver();
  const [wasDrawn] = useState(!isTakenOver);
  return wasDrawn;
}
