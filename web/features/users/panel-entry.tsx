import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

interface PanelEntryProps {
  icon: LucideIcon;
  /** A sign of something that went wrong. */
  alarming?: boolean;
  title: ReactNode;
  children: ReactNode;
  aside: ReactNode;
}

/** A sign-in or a session: what, where from, and something on the right. */
export const PanelEntry = ({ icon: Icon, alarming = false, title, children, aside }: PanelEntryProps) => (
  <li className="flex items-start gap-3 py-2 text-13">
    <Icon size={16} className={`mt-0.5 shrink-0 ${alarming ? 'text-danger' : 'text-muted'}`} aria-hidden />
    <div className="min-w-0 flex-1">
      <p className={`flex flex-wrap items-center gap-x-2 font-medium ${alarming ? 'text-danger' : ''}`}>{title}</p>
      <p className="text-12 wrap-anywhere text-muted">{children}</p>
    </div>
    <div className="flex shrink-0 items-center gap-2 text-12 text-muted tabular-nums">{aside}</div>
  </li>
);

export const PanelEntriesSkeleton = ({ count }: { count: number }) => (
  <div className="flex flex-col gap-3 py-2">
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <Skeleton key={index} className="h-9" />
    ))}
  </div>
);
