import { useId, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Guest } from '../../../contract/guest-activity.ts';
import { TextButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useHeldRows } from '../../ui/rows/held-rows.ts';
import { NewPill, useHold, useNewRows } from '../../ui/rows/live-rows.tsx';
import { inOrder } from './guest-order.ts';
import { GuestPanelEntry } from './guest-panel-entry.tsx';
import { useGuests } from './guests-query.ts';

/** Whoever wants to see more of them goes to their page. */
const SHOWN = 20;

const idOf = ({ guestId }: Guest) => guestId;

interface GuestPanelProps {
  /** A link in it leads to another page. */
  onNavigate?: () => void;
}

/** The guests at a glance, from every page of the back-office. */
export function GuestPanel({ onNavigate }: GuestPanelProps) {
  const id = useId();
  const { data: guests, isPending, isFetching, refetch } = useGuests();
  return (
    <section aria-labelledby={id} className="shrink-0 border-line border-t pt-3">
      <h2 id={id} className="flex px-5 pb-1.5 text-12 font-medium whitespace-nowrap text-muted">
        Guest Activity
        <span className="ml-auto tabular-nums">
          {guests && `${guests.filter(({ online }) => online).length} online`}
        </span>
      </h2>
      {guests ? (
        <PanelGuests guests={guests} onNavigate={onNavigate} />
      ) : (
        <div className="px-5 pb-3 text-12 text-muted">
          {isPending ? (
            <Skeleton className="h-9" />
          ) : (
            <>
              Guests could not be loaded.{' '}
              <TextButton pending={isFetching} onClick={() => refetch()}>
                Try again
              </TextButton>
            </>
          )}
        </div>
      )}
    </section>
  );
}

function PanelGuests({ guests, onNavigate }: GuestPanelProps & { guests: readonly Guest[] }) {
  const hold = useHold();
  const [isScrolled, setScrolled] = useState(false);
  const sorted = useMemo(() => inOrder(guests), [guests]);
  const { rows, waiting, letIn } = useHeldRows(sorted, idOf, hold.isHeld || isScrolled);
  const isNew = useNewRows(rows, idOf);
  const box = useRef<HTMLDivElement>(null);
  const show = () => {
    letIn();
    box.current?.scrollTo(0, 0);
  };
  if (rows.length === 0) return <p className="px-5 pb-3 text-12 whitespace-nowrap text-muted">No guests yet</p>;
  return (
    <div
      ref={box}
      {...hold.props}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      className="max-h-64 overflow-y-auto overscroll-contain pb-1.5"
    >
      <NewPill count={waiting} where="sidebar" onShow={show} top="top-1" />
      <ul>
        {rows.slice(0, SHOWN).map((guest) => (
          <GuestPanelEntry key={guest.guestId} guest={guest} isNew={isNew(guest.guestId)} />
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="px-5 py-1.5 text-12">
          <Link
            href="/admin/guest-activity"
            onClick={onNavigate}
            className="font-medium text-accent-ink underline-offset-2 hover:underline"
          >
            All {rows.length.toLocaleString('en')} guests
          </Link>
        </p>
      )}
    </div>
  );
}
