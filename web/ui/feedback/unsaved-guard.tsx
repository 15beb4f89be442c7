import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { useStayOnPage } from './use-stay-on-page.ts';

/** Another page of the app that a click leads to in this tab; null for every other click. */
function pageBehind({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.download || link.origin !== location.origin) return null;
  return link.pathname === location.pathname ? null : link.pathname + link.search + link.hash;
}

interface UnsavedGuardProps {
  /** There is something to lose. */
  active: boolean;
  description: string;
}

/** Whoever leaves the page with something unsaved is asked first: by the browser, or inside the app by us. */
export function UnsavedGuard({ active, description }: UnsavedGuardProps) {
  const [wanted, setWanted] = useState<string | null>(null);
  const [, navigate] = useLocation();
  useStayOnPage(active);
  useEffect(() => {
    if (!active) return;
    const ask = (event: MouseEvent) => {
      const page = pageBehind(event);
      if (page === null) return;
      // The link itself still hears of the click, so that an open sidebar closes.
      event.preventDefault();
      setWanted(page);
    };
    document.addEventListener('click', ask, { capture: true });
    return () => document.removeEventListener('click', ask, { capture: true });
  }, [active]);
  if (wanted === null) return null;
  return (
    <ConfirmDialog
      title="Leave without saving"
      description={description}
      confirm="Leave"
      destroys
      onConfirm={() => navigate(wanted)}
      onCancel={() => setWanted(null)}
    />
  );
}
