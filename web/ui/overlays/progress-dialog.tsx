import { Dialog } from './dialog.tsx';
import { useLeaveWarning } from './leave-guard.tsx';

const ignore = () => {};

export function ProgressDialog({ title }: { title: string }) {
  useLeaveWarning(true);
  return (
    <Dialog
      open
      busy
      title={<span className="tabular-nums">{title}</span>}
      description="Keep this page open until it's done."
      onOpenChange={ignore}
    >
      <progress aria-label={title} className="progress-bar block h-1 w-full animate-breathe bg-accent!" />
    </Dialog>
  );
}
