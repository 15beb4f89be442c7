import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

const stay = (event: Event) => event.preventDefault();

/** While something is under way the browser asks before it leaves the page. */
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
  /** How far it is; null when there is no telling. */
  progress: { done: number; total: number } | null;
}

const ignore = () => {};

/** Something is under way that an admin should not leave by accident. It is there as long as it is rendered. */
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

/** Another page of the app that a click leads to in this tab; null for every other click. */
function pageBehind({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.download || link.origin !== location.origin) return null;
  return link.pathname === location.pathname ? null : link.pathname + link.search + link.hash;
}

/** Asks before an admin leaves the page with something unsaved: by the browser's question, or inside the app by ours. */
export function UnsavedGuard({ active, description }: { active: boolean; description: string }) {
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
