import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}

export const EmptyState = ({ icon: Icon, title, children }: EmptyStateProps) => (
  <div className="flex flex-col items-center rounded-card border border-line border-dashed px-4 py-16 text-center">
    <Icon size={24} strokeWidth={1.5} className="mb-3 text-muted" aria-hidden />
    <h2 className="font-medium">{title}</h2>
    <p className="mt-1 max-w-80 text-13 text-balance text-muted">{children}</p>
  </div>
);
