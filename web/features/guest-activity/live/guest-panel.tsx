import { memo, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { guestLabel } from '../../../../contract/activity.rules.ts';
import type { Guest } from '../../../../contract/guest-activity.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Clipped } from '../../../ui/clipped.tsx';
import { counted } from '../../../ui/count.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { NewPill, newRowClass } from '../../../ui/rows/live-rows.tsx';
import { useGuests } from '../api.ts';
import { GuestActionButtons } from '../guest-action-buttons.tsx';
import { countGuests, lineId, type NetworkLine, useGuestLines } from './guest-lines.ts';
import { TimeOnPage } from './presence.tsx';

/** All of them are on their own page. */
const SHOWN = 20;

const linkClass = 'font-medium text-accent-ink underline-offset-2 hover:underline';

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
          {guests && `${countGuests(guests).online.toLocaleString('en')} online`}
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
  const { rows, isNew, ...live } = useGuestLines(guests, isScrolled);
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
        {rows.slice(0, SHOWN).map((line) => {
          const id = lineId(line);
          return 'guests' in line ? (
            <PanelNetwork key={id} line={line} onNavigate={onNavigate} />
          ) : (
            <PanelGuest key={id} guest={line} isNew={isNew(id)} />
          );
        })}
      </ul>
      {rows.length > SHOWN && (
        <p className="px-5 py-1.5 text-12">
          <Link href="/admin/guest-activity" onClick={onNavigate} className={linkClass}>
            All {countGuests(guests).all.toLocaleString('en')} guests
          </Link>
        </p>
      )}
    </div>
  );
}

/** There is no room for a crowd here; it is on the page of the guests. */
const PanelNetwork = ({ line: { network }, onNavigate }: GuestPanelProps & { line: NetworkLine }) => (
  <li className="px-5 py-1.5 text-12">
    <p className="flex">
      <Link href="/admin/guest-activity" onClick={onNavigate} title={network.name} className={`truncate ${linkClass}`}>
        {network.name}
      </Link>
    </p>
    <p className="truncate text-muted tabular-nums">
      {counted(network.guests, 'guest')} · {network.online.toLocaleString('en')} online
    </p>
  </li>
);

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
