import { useRef } from 'react';

/**
 * Closing a menu or an overlay gives the focus back to what opened it. When it was closed by going to
 * another page, the heading of that page has the focus and keeps it.
 */
export function useFocusAfterClose() {
  const openedAt = useRef('');
  return {
    onOpenChange: (open: boolean) => {
      if (open) openedAt.current = location.pathname;
    },
    onCloseAutoFocus: (event: Event) => {
      if (location.pathname !== openedAt.current) event.preventDefault();
    },
  };
}
