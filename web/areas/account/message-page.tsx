import type { ReactNode } from 'react';
import { useFocusOnOpen } from './use-focus-on-open.ts';

/** A page that has one thing to say, as large as on the pages before signing in. */
export function MessagePage({ children }: { children: ReactNode }) {
  const page = useFocusOnOpen<HTMLDivElement>();
  return (
    <div ref={page} tabIndex={-1} data-density="roomy" className="flex flex-1 flex-col">
      {children}
    </div>
  );
}
