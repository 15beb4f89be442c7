import { Footprints } from 'lucide-react';
import { useId, useState } from 'react';
import type { Guest } from '../../../../contract/guest-activity.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { Button, compactClass } from '../../../ui/button.tsx';
import { Loaded, OutdatedNote } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { LiveRows } from '../../../ui/rows/live-rows.tsx';
import { useGuests } from '../api.ts';
import { useDeliveries } from './deliveries.ts';
import { countGuests, lineId, useGuestLines } from './guest-lines.ts';
import { LiveGuest } from './live-guest.tsx';
import { LiveNetwork } from './live-network.tsx';

const SHOWN_FIRST = 6;
const SHOWN_MORE = 50;

interface LiveGuestsProps {
  /** Somebody is at what stands below: nothing may push it down. */
  isHeld: boolean;
}

/** Who is on the guest pages, and how to help them on. */
export function LiveGuests({ isHeld }: LiveGuestsProps) {
  const id = useId();
  const query = useGuests();
  const { data: guests = [] } = query;
  const { all, online } = countGuests(guests);
  return (
    <section aria-labelledby={id} className="rounded-card border border-line">
      <header className="flex h-12 items-center gap-3 border-line border-b px-4">
        <h2 id={id} className="font-semibold">
          Live guests
        </h2>
        <p className="truncate text-13 text-muted tabular-nums">
          {all > 0 && `${online.toLocaleString('en')} online, ${all.toLocaleString('en')} in the last 24 hours`}
        </p>
        {query.isRefetchError && <OutdatedNote />}
      </header>
      <Loaded
        query={query}
        skeleton={
          <RowsSkeleton label="Loading guests…" count={2} className="flex flex-col gap-3 p-4" rowClass="h-9">
            <Skeleton className="h-9" />
          </RowsSkeleton>
        }
        failure={sentenceOf(query.error, 'The guests could not be loaded.')}
      >
        {(known) => <GuestList guests={known} isHeld={isHeld} />}
      </Loaded>
    </section>
  );
}

function GuestList({ guests, isHeld }: LiveGuestsProps & { guests: readonly Guest[] }) {
  const deliveries = useDeliveries(guests);
  const live = useGuestLines(guests, isHeld);
  const [shown, setShown] = useState(SHOWN_FIRST);
  if (live.rows.length === 0) {
    return (
      <p className="flex items-center justify-center gap-2 px-4 py-8 text-13 text-muted">
        <Footprints size={16} aria-hidden />
        Guests appear here as soon as they open the first page.
      </p>
    );
  }
  return (
    <LiveRows live={live} where="live guests">
      <ul>
        {live.rows.slice(0, shown).map((line) => {
          const id = lineId(line);
          const isNew = live.isNew(id);
          return 'guests' in line ? (
            <LiveNetwork key={id} line={line} deliveries={deliveries} isNew={isNew} />
          ) : (
            <LiveGuest key={id} guest={line} delivery={deliveries.get(id)} isNew={isNew} />
          );
        })}
      </ul>
      {live.rows.length > shown && (
        <p className="border-line border-t p-2 text-center">
          <Button variant="ghost" onClick={() => setShown(shown + SHOWN_MORE)} className={compactClass}>
            Show {Math.min(SHOWN_MORE, live.rows.length - shown)} more
          </Button>
        </p>
      )}
    </LiveRows>
  );
}
