import { memo, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Clipped } from '../../../ui/clipped.tsx';
import { counted } from '../../../ui/count.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { rovingTabIndex } from '../../../ui/roving-tab-index.ts';
import { NewPill, newRowClass } from '../../../ui/rows/live-rows.tsx';
import { useGuestCounts, useGuests } from '../api.ts';
import { describeStuck } from '../guest-facts.ts';
import { SendButtons } from '../messages/send-buttons.tsx';
import { lineId, type NetworkLine, useGuestLines } from './guest-lines.ts';
import { GuestIdLabel, PresenceDot, Since } from './guest-parts.tsx';

/** The guest page lists all of them. */
const SHOWN = 20;

const ALL_PATH = '/admin/guest-activity';

const linkClass = 'font-medium text-accent-ink underline-offset-2 hover:underline';

interface SidebarGuestsProps {
  onNavigate?: () => void;
}

/** First guests who need help, then those who are here. */
export function SidebarGuests({ onNavigate }: SidebarGuestsProps) {
  const id = useId();
  const { data: guests, isPending, isFetching, refetch } = useGuests('sidebar');
  const { data: counts } = useGuestCounts();
  return (
    <section aria-labelledby={id} className="shrink-0 border-line border-t pt-3">
      <h2 id={id} className="flex px-5 pb-1.5 text-12 font-medium whitespace-nowrap text-muted">
        Guest Activity
        {counts && (
          <span className={`ms-auto tabular-nums ${counts.needsHelp > 0 ? 'text-warning' : ''}`}>
            {counts.needsHelp > 0
              ? `${counts.needsHelp.toLocaleString('en')} ${counts.needsHelp === 1 ? 'needs' : 'need'} help`
              : `${counts.here.toLocaleString('en')} here`}
          </span>
        )}
      </h2>
      {guests ? (
        <GuestLines guests={guests} onNavigate={onNavigate} />
      ) : (
        <div className="px-5 pb-3 text-12 text-muted">
          {isPending ? (
            <Skeleton className="h-9" />
          ) : (
            <>
              Couldn't load the guests.{' '}
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

function GuestLines({ guests, onNavigate }: SidebarGuestsProps & { guests: readonly Guest[] }) {
  const [isScrolled, setScrolled] = useState(false);
  const { rows, isNew, ...live } = useGuestLines(guests, { view: 'sidebar', isHeld: isScrolled });
  const box = useRef<HTMLDivElement>(null);
  const show = () => {
    live.show();
    box.current?.scrollTo(0, 0);
  };
  if (rows.length === 0) return <p className="px-5 pb-3 text-12 whitespace-nowrap text-muted">No guests right now</p>;
  return (
    <div
      ref={box}
      {...live.holdProps}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      className="max-h-64 overflow-y-auto overscroll-contain pb-1.5"
    >
      <NewPill count={live.waiting} where="sidebar" onShow={show} top="top-1" />
      <div
        ref={rovingTabIndex}
        role="toolbar"
        aria-orientation="vertical"
        aria-label="Guests, those who need help first"
      >
        <ul>
          {rows.slice(0, SHOWN).map((line) => {
            const id = lineId(line);
            return 'guests' in line ? (
              <NetworkItem key={id} line={line} onNavigate={onNavigate} />
            ) : (
              <GuestItem key={id} guest={line} isNew={isNew(id)} onNavigate={onNavigate} />
            );
          })}
        </ul>
        {rows.length > SHOWN && (
          <p className="px-5 py-1.5 text-12">
            <Link href={ALL_PATH} onClick={onNavigate} className={linkClass}>
              All guests
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

const NetworkItem = ({ line, onNavigate }: SidebarGuestsProps & { line: NetworkLine }) => (
  <li className="px-5 py-1.5 text-12">
    <p className="flex">
      <Link href={ALL_PATH} onClick={onNavigate} title={line.network.name} className={`truncate ${linkClass}`}>
        {line.network.name}
      </Link>
    </p>
    <p className="truncate text-muted tabular-nums">{counted(line.guests.length, 'guest')} of this network</p>
  </li>
);

interface GuestItemProps extends SidebarGuestsProps {
  guest: Guest;
  isNew: boolean;
}

const GuestItem = memo(function GuestItem({ guest, isNew, onNavigate }: GuestItemProps) {
  const why = describeStuck(guest);
  return (
    <li className={`px-3 py-1.5 text-12 ${isNew ? newRowClass : ''}`}>
      <p className="flex items-center gap-2 px-2">
        <PresenceDot presence={guest.presence} />
        <Link
          href={`/admin/guest-activity?guest=${encodeURIComponent(guest.id)}`}
          onClick={onNavigate}
          className="flex min-w-0 items-center gap-1.5 font-medium hover:underline"
        >
          <GuestIdLabel guest={guest} />
        </Link>
        <span className="ms-auto shrink-0 text-muted">
          <Since guest={guest} />
        </span>
      </p>
      {why && (
        <p title={why} className="truncate px-2 ps-6 font-medium text-warning">
          {why}
        </p>
      )}
      <p className="flex px-2 ps-6 text-muted">
        <Clipped
          text={`${guest.helper === null ? guest.page : `${guest.helper.name} is helping`} · ${guest.ipAddress}`}
        />
      </p>
      <div className="flex flex-wrap ps-4">
        <SendButtons guest={guest} />
      </div>
    </li>
  );
});
