import { ChevronRight } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

/** Rotates inside or after an expanded control, and in an open `<details>`: see `theme.css`. */
export const Chevron = () => (
  <ChevronRight size={14} className="chevron shrink-0 text-muted transition-all rtl:-scale-x-100" aria-hidden />
);

interface DisclosureProps {
  summary: string;
  ref?: Ref<HTMLDetailsElement>;
  className?: string;
  /** Class of the line that is always shown. */
  summaryClass?: string;
  children: ReactNode;
}

export const Disclosure = ({ summary, ref, className = '', summaryClass = '', children }: DisclosureProps) => (
  <details ref={ref} className={`text-13 ${className}`}>
    <summary className={`flex w-fit cursor-pointer items-center gap-1 rounded-small px-1 py-1 ${summaryClass}`}>
      <Chevron />
      {summary}
    </summary>
    {children}
  </details>
);
