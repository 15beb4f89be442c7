import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Stands where a list would be: why there is none, and the way on. */
export const Notice = ({ icon: Icon, title, children, action }: NoticeProps) => (
  <div className="flex flex-col items-center px-4 py-20 text-center">
    <span className="mb-4 flex size-10 items-center justify-center rounded-control border border-line text-muted">
      <Icon size={18} aria-hidden />
    </span>
    <h2 className="font-medium">{title}</h2>
    <p className="mt-1 max-w-90 text-13 text-balance wrap-anywhere text-muted">{children}</p>
    {action && <div className="mt-5">{action}</div>}
  </div>
);
