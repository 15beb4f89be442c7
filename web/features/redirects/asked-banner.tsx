import { CornerUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { SupportContact } from '../boot/support-contact.tsx';
import { AskedWords } from './asked-words.tsx';
import type { AskedBy } from './destination-words.ts';

/** In the history entry of the page: it survives a reload and ends when the user moves on. */
export interface AskedState {
  asked: AskedBy;
}

export const askedIn = (state: Partial<AskedState> | null) => state?.asked ?? null;

export function AskedBanner({ signOut }: { signOut: ReactNode }) {
  const [path] = useLocation();
  const asked = askedIn(useHistoryState<Partial<AskedState> | null>());
  return (
    // Always rendered: a screen reader announces only changes inside it.
    <div role="status">
      {asked && (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-accent-soft px-4 py-3 text-13 text-accent-ink">
          <CornerUpRight size={16} className="shrink-0 self-start" aria-hidden />
          <div className="min-w-60 flex-1">
            <AskedWords path={path} asked={asked} />
            {asked.isPersistent && <SupportContact />}
          </div>
          {asked.isPersistent && signOut}
        </div>
      )}
    </div>
  );
}
