import { useEffect, useRef } from 'react';

/**
 * Long lists measure where they begin when the window changes its size. For a page on which what stands
 * above such a list grows and shrinks by itself: tells them whenever it does.
 */
export function useLayoutTold<E extends HTMLElement>() {
  const box = useRef<E>(null);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(() => dispatchEvent(new Event('resize')));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return box;
}
