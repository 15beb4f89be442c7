import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { GUEST_VIEWS, type GuestView } from '../../../../contract/guest-activity.rules.ts';
import { tabByKey } from '../../../ui/tabs.tsx';
import { type GuestCounts, viewWords } from './views.ts';

interface ViewTabsProps {
  /** Null as long as it is not decided which one is shown first. */
  view: GuestView | null;
  counts: GuestCounts | undefined;
  onChange: (view: GuestView) => void;
  children: ReactNode;
}

/** The views of the guests, with how many are in each. */
export function ViewTabs({ view, counts, onChange, children }: ViewTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = view ?? GUEST_VIEWS[0];
  const move = (event: KeyboardEvent) => {
    const next = tabByKey[event.key]?.(GUEST_VIEWS.indexOf(current), GUEST_VIEWS.length);
    const nextView = next === undefined ? undefined : GUEST_VIEWS[next];
    if (next === undefined || !nextView) return;
    event.preventDefault();
    onChange(nextView);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="Guests by view"
        className="flex overflow-x-auto border-line border-b px-2"
      >
        {GUEST_VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            aria-selected={each === view}
            aria-controls={`${id}-panel`}
            tabIndex={each === current ? 0 : -1}
            onClick={() => onChange(each)}
            onKeyDown={move}
            className="flex h-10 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2 text-12 md:text-13 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink"
          >
            {viewWords[each].name}
            {counts && <Count view={each} count={counts[viewWords[each].count]} />}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}

const Count = ({ view, count }: { view: GuestView; count: number }) => (
  <span
    className={`rounded-small px-1 text-12 tabular-nums ${view === 'needs-help' && count > 0 ? 'bg-warning-soft text-warning' : 'bg-hover text-muted'}`}
  >
    {count.toLocaleString('en')}
  </span>
);
