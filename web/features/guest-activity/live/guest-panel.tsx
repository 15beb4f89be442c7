import { memo, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { guestLabel } from '../../../../contract/activity.rules.ts';
import type { Guest } from '../../../../contract/guest-activity.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Clipped } from '../../../ui/clipped.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { NewPill, newRowClass } from '../../../ui/rows/live-rows.tsx';
import { useGuests } from '../api.ts';
import { GuestActionButtons } from '../guest-action-buttons.tsx';
import { TimeOnPage, useGuestRows } from './presence.tsx';

/** All of them are on their own page. */
const SHOWN = 20;

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
  const [isScrolled, setScrolled] = useState(false);
  const { rows, isNew, ...live } = useGuestRows(guests, isScrolled);
  const box = useRef<HTMLDivElement>(null);
  const show = () => {
    live.show();
    box.current?.scrollTo(0, 0);
  };
  if (rows.length === 0) return <p className="px-5 pb-3 text-12 whitespace-nowrap text-muted">No guests yet</p>;
  return (
    <div
      ref={box}
      {...live.holdProps}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      className="max-h-64 overflow-y-auto overscroll-contain pb-1.5"
    >
      <NewPill count={live.waiting} where="sidebar" onShow={show} top="top-1" />
      <ul>
        {rows.slice(0, SHOWN).map((guest) => (
          <PanelGuest key={guest.guestId} guest={guest} isNew={isNew(guest.guestId)} />
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

const PanelGuest = memo(function PanelGuest({ guest, isNew }: { guest: Guest; isNew: boolean }) {
  const label = guestLabel(guest.ipAddress);
  return (
    <li className={`px-3 py-1.5 text-12 ${isNew ? newRowClass : ''}`}>
      <p className="flex items-center gap-2 px-2">
        <span
          aria-hidden
          className={`size-1.5 shrink-0 rounded-full ${guest.online ? 'bg-success' : 'border border-control'}`}
        />
        <Clipped text={label} className="font-medium" />
        <span className="ml-auto shrink-0 text-muted">
          {guest.online ? (
            <>
              <span className="sr-only">Online, on this page for </span>
              <TimeOnPage guest={guest} />
            </>
          ) : (
            'Gone'
          )}
        </span>
      </p>
      <p title={guest.lastPage} className="truncate px-2 pl-5.5 text-muted">
        {guest.lastPage}
      </p>
      <div className="flex flex-wrap pl-3.5">
        <GuestActionButtons ip={guest.ipAddress} page={guest.lastPage} guest={label} compact />
      </div>
    </li>
  );
});
