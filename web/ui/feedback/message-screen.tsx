import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface MessageScreenProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export const MessageScreen = ({ icon: Icon, title, children, action }: MessageScreenProps) => (
  <div className="flex flex-1 flex-col items-center justify-center pb-[12dvh] text-center">
    <span className="mb-5 flex size-12 items-center justify-center rounded-card border border-line bg-surface text-muted">
      <Icon size={20} aria-hidden />
    </span>
    <h1 className="text-20 font-semibold tracking-tight">{title}</h1>
    <div className="mt-2 max-w-full text-16 text-balance text-muted">{children}</div>
    {action && <div className="mt-8">{action}</div>}
  </div>
);
