import { useEffect, useEffectEvent } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

export function useHash(go: (id: string) => void) {
  const hash = useLocationProperty(() => location.hash);
  const goThere = useEffectEvent(go);
  useEffect(() => {
    if (hash === '') return;
    // Waits until the layout has focused the page's heading.
    const frame = requestAnimationFrame(() => goThere(hash.slice(1)));
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}
