import { useEffect } from 'react';

const stay = (event: Event) => event.preventDefault();

/** While something is under way the browser asks before it leaves the page. */
export function useStayOnPage(active: boolean) {
  useEffect(() => {
    if (!active) return;
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [active]);
}
