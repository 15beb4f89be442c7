import type { ReactNode } from 'react';

const tones = {
  success: 'bg-success-soft text-success before:bg-current',
  warning: 'bg-warning-soft text-warning before:bg-current',
  danger: 'bg-danger-soft text-danger before:bg-current',
  info: 'bg-accent-soft text-accent-ink before:bg-current',
  neutral: 'bg-hover text-muted before:border before:border-current',
};

export const Badge = ({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) => (
  <span
    className={`inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-small px-2 text-12 font-medium before:size-1.5 before:rounded-full before:content-[''] ${tones[tone]}`}
  >
    {children}
  </span>
);
