import { useRef, useState } from 'react';

/** A menu item disappears with its menu, so the focus returns to the menu's button. */
function opener() {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

const home = () => [...document.querySelectorAll<HTMLElement>('main, [role="dialog"]')].at(-1);

/** For dialogs without a trigger. */
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

/** For menus: after navigating, the new page's heading keeps the focus. */
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
