import { CornerUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { AskedWords } from './asked-words.tsx';
import type { AskedBy } from './destination-words.ts';

/** In the page's history entry, so that it survives a reload and ends when the user moves on. */
export interface AskedState {
  asked: AskedBy;
}

export const askedIn = (state: Partial<AskedState> | null) => state?.asked ?? null;

/** `children` can say more to a user who is held on the page. */
export function AskedBanner({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const asked = askedIn(useHistoryState<Partial<AskedState> | null>());
  return (
    // Always rendered: a screen reader announces only changes inside it.
    <div role="status">
      {asked && (
        <div className="mb-6 flex items-start gap-3 rounded-card bg-accent-soft px-4 py-3 text-13 text-accent-ink">
          <CornerUpRight size={16} className="mt-0.5 shrink-0" aria-hidden />
          <div className="flex min-w-0 flex-col items-start gap-1">
            <AskedWords path={path} asked={asked} />
            {asked.isPersistent && children}
          </div>
        </div>
      )}
    </div>
  );
}
