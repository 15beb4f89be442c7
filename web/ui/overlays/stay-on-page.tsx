import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

const stay = (event: Event) => event.preventDefault();

export function useStayOnPage(active: boolean) {
  useEffect(() => {
    if (!active) return;
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [active]);
}

interface ProgressDialogProps {
  title: string;
  description: string;
  /** Null if unknown. */
  progress: { done: number; total: number } | null;
}

const ignore = () => {};

export function ProgressDialog({ title, description, progress }: ProgressDialogProps) {
  useStayOnPage(true);
  return (
    <Dialog
      open
      busy
      title={<span className="tabular-nums">{title}</span>}
      description={description}
      onOpenChange={ignore}
    >
      <progress
        aria-label={title}
        {...(progress && { value: progress.done, max: progress.total })}
        className={`progress-bar block h-1 w-full ${progress ? 'text-accent' : 'animate-breathe bg-accent!'}`}
      />
    </Dialog>
  );
}

/** The page that a plain click on a link opens in this tab, or null. */
function pageBehind({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.download || link.origin !== location.origin) return null;
  return link.pathname === location.pathname ? null : link.pathname + link.search + link.hash;
}

/** Asks before leaving a page with unsaved changes. */
export function UnsavedGuard({ active, description }: { active: boolean; description: string }) {
  const [wanted, setWanted] = useState<string | null>(null);
  const [, navigate] = useLocation();
  useStayOnPage(active);
  useEffect(() => {
    if (!active) return;
    const ask = (event: MouseEvent) => {
      const page = pageBehind(event);
      if (page === null) return;
      // The link still gets the click, so that an open sidebar closes.
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
