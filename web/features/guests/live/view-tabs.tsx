import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { GUEST_VIEWS, type GuestView } from '../../../../contract/guests/guests.rules.ts';
import { type GuestCounts, viewWords } from './views.ts';

interface ViewTabsProps {
  /** Null until the first view is chosen. */
  view: GuestView | null;
  counts: GuestCounts | undefined;
  onChange: (view: GuestView) => void;
  children: ReactNode;
}

/** Uses Radix, which the back-office loads anyway; `ui/tabs.tsx` is for pages that must stay small. */
export const ViewTabs = ({ view, counts, onChange, children }: ViewTabsProps) => (
  <Tabs.Root value={view ?? ''} onValueChange={(next) => onChange(next as GuestView)}>
    <Tabs.List aria-label="Guests by view" className="flex overflow-x-auto border-line border-b px-2">
      {GUEST_VIEWS.map((each) => (
        <Tabs.Trigger
          key={each}
          value={each}
          className="flex h-10 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2 text-12 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink md:text-13"
        >
          {viewWords[each].name}
          {counts && <Count view={each} count={counts[viewWords[each].count]} />}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
    {/* No tab stop of its own, because it has buttons in it. */}
    <Tabs.Content value={view ?? ''} tabIndex={undefined}>
      {children}
    </Tabs.Content>
  </Tabs.Root>
);

const Count = ({ view, count }: { view: GuestView; count: number }) => (
  <span
    className={`rounded-small px-1 text-12 tabular-nums ${view === 'needs-help' && count > 0 ? 'bg-warning-soft text-warning' : 'bg-hover text-muted'}`}
  >
    {count.toLocaleString('en')}
  </span>
);
