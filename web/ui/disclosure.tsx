import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** Turns in an open `<details>` or expanded button with the class `group`, and beside a button with `peer`. */
export const Chevron = () => (
  <ChevronRight
    size={14}
    className="shrink-0 text-muted transition-transform group-open:rotate-90 group-aria-expanded:rotate-90 peer-aria-expanded:rotate-90"
    aria-hidden
  />
);

interface DisclosureProps {
  summary: string;
  className?: string;
  /** A class of the line that is always shown. */
  summaryClass?: string;
  children: ReactNode;
}

export const Disclosure = ({ summary, className = '', summaryClass = '', children }: DisclosureProps) => (
  <details className={`group text-13 ${className}`}>
    <summary
      className={`flex w-fit cursor-pointer list-none items-center gap-1 rounded-small py-1 pr-1.5 [&::-webkit-details-marker]:hidden ${summaryClass}`}
    >
      <Chevron />
      {summary}
    </summary>
    {children}
  </details>
);
