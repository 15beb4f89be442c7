import { useRef, useState } from 'react';

/** What opened a dialog. The item of a menu is gone with its menu, but the menu's button stays. */
function opener() {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

/** Where the focus is at home when its place is gone: the dialog that is left, or the page. */
const home = () => [...document.querySelectorAll<HTMLElement>('main, [role="dialog"]')].at(-1);

/**
 * For dialogs that have no trigger and are rendered when they open: the focus goes back to where it
 * was. After going to another page it stays there.
 */
export function useReturnFocus() {
  const [before] = useState(() => ({ element: opener(), path: location.pathname }));
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (location.pathname !== before.path) return;
      const { element } = before;
      const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body;
      (isThere ? element : home())?.focus({ preventScroll: true });
    },
  };
}

/**
 * A menu or an overlay. Closing it gives the focus back to what opened it. When it was closed by going to
 * another page, the heading of that page has the focus and keeps it.
 */
export function usePopup() {
  const [open, setOpen] = useState(false);
  const openedAt = useRef('');
  return {
    open,
    onOpenChange: (next: boolean) => {
      if (next) openedAt.current = location.pathname;
      setOpen(next);
    },
    onCloseAutoFocus: (event: Event) => {
      if (location.pathname !== openedAt.current) event.preventDefault();
    },
  };
}
