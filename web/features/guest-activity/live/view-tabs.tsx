import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { GUEST_VIEWS, type GuestView } from '../../../../contract/guest-activity.rules.ts';
import { tabByKey } from '../../../ui/tabs.tsx';
import { type GuestCounts, viewWords } from './views.ts';

interface ViewTabsProps {
  view: GuestView;
  counts: GuestCounts | undefined;
  onChange: (view: GuestView) => void;
  /** What stands beside the tabs. */
  beside: ReactNode;
  children: ReactNode;
}

/** The views of the guests, with how many are in each. */
export function ViewTabs({ view, counts, onChange, beside, children }: ViewTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = tabByKey[event.key]?.(GUEST_VIEWS.indexOf(view), GUEST_VIEWS.length);
    const nextView = next === undefined ? undefined : GUEST_VIEWS[next];
    if (next === undefined || !nextView) return;
    event.preventDefault();
    onChange(nextView);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4">
        <div
          ref={list}
          role="tablist"
          aria-label="Guests by view"
          className="-mx-2 -mb-px flex max-w-full overflow-x-auto"
        >
          {GUEST_VIEWS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${id}-${each}`}
              aria-selected={each === view}
              aria-controls={`${id}-panel`}
              tabIndex={each === view ? 0 : -1}
              onClick={() => onChange(each)}
              onKeyDown={move}
              className="flex h-11 shrink-0 items-center gap-2 border-transparent border-b-2 px-2 text-13 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink"
            >
              {viewWords[each].name}
              {counts && <Count view={each} count={counts[viewWords[each].count]} />}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {children}
      </div>
    </>
  );
}

const Count = ({ view, count }: { view: GuestView; count: number }) => (
  <span
    className={`rounded-small px-1.5 text-12 tabular-nums ${view === 'needs-help' && count > 0 ? 'bg-warning-soft text-warning' : 'bg-hover text-muted'}`}
  >
    {count.toLocaleString('en')}
  </span>
);
