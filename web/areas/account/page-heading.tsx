import type { ReactNode } from 'react';
import { useFocusOnOpen } from './use-focus-on-open.ts';

export function PageHeading({ className, children }: { className: string; children: ReactNode }) {
  const heading = useFocusOnOpen<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1} className={`font-semibold tracking-tight ${className}`}>
      {children}
    </h1>
  );
}
