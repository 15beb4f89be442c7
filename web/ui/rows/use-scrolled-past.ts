import { useCallback, useRef, useState } from 'react';

/** Below the header of the layout, which covers what is behind it. */
const HEADER_PX = 64;

/** Whether an element has been scrolled out of sight at the top of the page, and the way back to it. */
export function useScrolledPast<E extends HTMLElement>() {
  const element = useRef<E>(null);
  const [isPast, setPast] = useState(false);
  const mark = useCallback((marked: E) => {
    element.current = marked;
    const observer = new IntersectionObserver(
      ([entry]) => setPast(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < HEADER_PX),
      { rootMargin: `-${HEADER_PX}px 0px 0px` },
    );
    observer.observe(marked);
    return () => {
      observer.disconnect();
      setPast(false);
    };
  }, []);
  return { mark, isPast, scrollBack: () => element.current?.scrollIntoView({ block: 'nearest' }) };
}
