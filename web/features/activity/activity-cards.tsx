import { memo } from 'react';
import { useMoreRows } from '../../ui/rows/use-more-rows.ts';
import { useVirtualRows } from '../../ui/rows/use-virtual-rows.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { actionWords } from './action-words.ts';
import type { EntryRowProps } from './activity-row.tsx';
import type { EntriesProps } from './activity-table.tsx';
import { ActionIcon, Actor, SecondLine, SecurityAlert } from './entry-parts.tsx';

const CARD_REM = 7;

/** The list on a phone, where a table has no room. */
export function ActivityCards({ list, onOpen }: EntriesProps) {
  const { entries } = list;
  const cards = useVirtualRows<HTMLUListElement>({ count: entries.length, heightRem: CARD_REM });
  useMoreRows(list, entries.length, cards.lastInSight);
  return (
    <ul ref={cards.list} aria-label="Activity" className="-mx-4 border-line border-t">
      {cards.pieces.map((piece) => {
        if ('gap' in piece) return <li key={piece.key} aria-hidden style={{ height: piece.gap }} />;
        const entry = entries[piece.index];
        return entry && <ActivityCard key={entry.id} entry={entry} index={piece.index} onOpen={onOpen} />;
      })}
    </ul>
  );
}

/** One button lies over all of it. */
const ActivityCard = memo(function ActivityCard({ entry, index, onOpen }: EntryRowProps) {
  const { text } = actionWords(entry);
  return (
    <li data-index={index} className="relative flex h-28 gap-3 border-line border-b px-4 py-3 text-13">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={text}
        onClick={() => onOpen(entry)}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      />
      <span className="flex h-6 items-center">
        <ActionIcon entry={entry} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex h-6 items-center gap-2">
          <span className="truncate font-medium">{text}</span>
          <SecurityAlert entry={entry} />
          <span className="ml-auto shrink-0 text-muted">
            <TimeAgo at={entry.createdAt} />
          </span>
        </div>
        <Actor entry={entry} />
        <SecondLine entry={entry} withDetails />
        <span className="truncate text-12 text-muted">
          <span className="font-mono">{entry.ipAddress}</span> · <bdi>{entry.location}</bdi> · {entry.device}
        </span>
      </div>
    </li>
  );
});
