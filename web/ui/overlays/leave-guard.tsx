import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from './confirm-dialog.tsx';

const warn = (event: Event) => event.preventDefault();

export function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
}

function pageOpenedBy({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.download || link.origin !== location.origin) return null;
  return link.pathname === location.pathname ? null : link.pathname + link.search + link.hash;
}

export function UnsavedGuard({ active, description }: { active: boolean; description: string }) {
  const [page, setPage] = useState<string | null>(null);
  const [, navigate] = useLocation();
  useLeaveWarning(active);
  useEffect(() => {
    if (!active) return;
    const ask = (event: MouseEvent) => {
      const opened = pageOpenedBy(event);
      if (opened === null) return;
      // The link still gets the click, so that an open sidebar closes.
      event.preventDefault();
      setPage(opened);
    };
    document.addEventListener('click', ask, { capture: true });
    return () => document.removeEventListener('click', ask, { capture: true });
  }, [active]);
  if (page === null) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      description={description}
      confirm="Leave"
      destroys
      onConfirm={() => navigate(page)}
      onCancel={() => setPage(null)}
    />
  );
}
