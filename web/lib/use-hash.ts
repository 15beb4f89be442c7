import { useEffect, useEffectEvent } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

/** Tells where the hash of the address leads, when the page opens and whenever it changes. */
export function useHash(go: (id: string) => void) {
  const hash = useLocationProperty(() => location.hash);
  const goThere = useEffectEvent(go);
  useEffect(() => {
    if (hash === '') return;
    // After the layout, which gives the focus to the heading of a page that was just opened.
    const frame = requestAnimationFrame(() => goThere(hash.slice(1)));
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}
