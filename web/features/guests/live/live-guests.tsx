import { Footprints, LifeBuoy, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { GUEST_SEARCH, type GuestView } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { useSearchParam } from '../../../lib/url/use-search-param.ts';
import { Button, compactClass } from '../../../ui/button.tsx';
import { Loaded, OutdatedNote } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { LiveRows } from '../../../ui/rows/live-rows.tsx';
import { AlertToggles } from '../../notifications/alerts/alert-toggles.tsx';
import { useGuestCounts, useGuests } from '../api.ts';
import { lineId, useGuestLines } from './guest-lines.ts';
import { LiveGuest } from './live-guest.tsx';
import { LiveNetwork } from './live-network.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { useView, viewWords } from './views.ts';

/** Few enough that the log below stays in sight, whatever the number of stuck reasons. */
const SHOWN_FIRST = 10;
const SHOWN_MORE = 50;

const searchWords = Object.values(GUEST_SEARCH).filter((words) => words !== null);
const either = (words: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
const FOUND_BY = {
  box: either(searchWords.map(({ box }) => box)).replace(/^./, (first) => first.toUpperCase()),
  empty: either(searchWords.map(({ empty }) => empty)),
};

interface LiveGuestsProps {
  /** True while an admin uses the log below, which must not be pushed down. */
  isHeld: boolean;
  onOpen: (guest: Guest) => void;
}

export function LiveGuests({ isHeld, onOpen }: LiveGuestsProps) {
  const id = useId();
  const counts = useGuestCounts();
  const [view, setView] = useView(counts);
  const [q, setQ] = useSearchParam('q');
  const wanted = q.trim();
  const query = useGuests(view, wanted);
  return (
    <section aria-labelledby={id} className="rounded-card border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <h2 id={id} className="flex-1 font-semibold">
          Live guests
        </h2>
        <div className="max-sm:order-1 max-sm:w-full">
          <SearchBox
            label="Search guests"
            placeholder={FOUND_BY.box}
            value={q}
            onSearch={setQ}
            busy={query.isPlaceholderData}
          />
        </div>
        <AlertToggles />
      </header>
      <ViewTabs view={view} counts={counts.data} onChange={setView}>
        {query.isRefetchError && (
          <div className="px-4 py-2">
            <OutdatedNote />
          </div>
        )}
        <Loaded
          query={query}
          skeleton={<GuestsSkeleton />}
          failure={sentenceOf(query.error, "Couldn't load the guests.")}
        >
          {(guests) =>
            view && (
              <GuestList
                key={view}
                guests={guests}
                view={view}
                q={wanted}
                isReady={!query.isPlaceholderData}
                isHeld={isHeld}
                onOpen={onOpen}
                onClearSearch={() => setQ('')}
              />
            )
          }
        </Loaded>
      </ViewTabs>
    </section>
  );
}

const GuestsSkeleton = () => (
  <RowsSkeleton
    label="Loading guests…"
    count={3}
    rowClass="flex h-34 flex-col justify-center gap-2 border-line border-b px-4 last:border-0 xl:h-14 xl:flex-row xl:items-center xl:justify-between"
  >
    <Skeleton className="h-4 w-40" />
    <Skeleton className="h-3 w-24" />
    <Skeleton className="h-6 w-36" />
  </RowsSkeleton>
);

interface GuestListProps extends LiveGuestsProps {
  guests: readonly Guest[];
  view: GuestView;
  q: string;
  isReady: boolean;
  onClearSearch: () => void;
}

function GuestList({ guests, view, q, isReady, isHeld, onOpen, onClearSearch }: GuestListProps) {
  const live = useGuestLines(guests, { view, isHeld, isReady });
  const [shown, setShown] = useState(SHOWN_FIRST);
  if (live.rows.length === 0) return <NoGuests view={view} q={q} onClearSearch={onClearSearch} />;
  return (
    <LiveRows live={live} where="live guests">
      <ul>
        {live.rows.slice(0, shown).map((line) => {
          const id = lineId(line);
          const isNew = live.isNew(id);
          return 'guests' in line ? (
            <LiveNetwork key={id} line={line} isWhole={view === 'all' && q === ''} isNew={isNew} onOpen={onOpen} />
          ) : (
            <LiveGuest key={id} guest={line} isNew={isNew} onOpen={onOpen} />
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

function NoGuests({ view, q, onClearSearch }: Pick<GuestListProps, 'view' | 'q' | 'onClearSearch'>) {
  const { empty, hint } = viewWords[view];
  const Icon = q ? SearchX : view === 'needs-help' ? LifeBuoy : Footprints;
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <Icon size={20} className="mb-3 text-muted" aria-hidden />
      <p className="font-medium">{q ? 'No guest matches your search' : empty}</p>
      <p className="mt-1 max-w-90 text-13 text-balance text-muted">
        {q ? `Search this view by ${FOUND_BY.empty}.` : hint}
      </p>
      {q && (
        <Button variant="secondary" onClick={onClearSearch} className={`${compactClass} mt-4`}>
          Clear search
        </Button>
      )}
    </div>
  );
}
