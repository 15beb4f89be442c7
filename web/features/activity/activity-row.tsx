import { type MouseEvent, memo } from 'react';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { actionWords } from './action-words.ts';
import { cellClass } from './activity-columns.tsx';
import { ActionIcon, Actor, Details, SecondLine, SecurityAlert } from './entry-parts.tsx';

/** Below the heading, which is the first row. */
const ROWS_ABOVE = 2;

/** The button in the row, or text that somebody is selecting to copy it. */
const isMeantForAnother = ({ target }: MouseEvent) =>
  (target instanceof Element && target.closest('button') !== null) || getSelection()?.type === 'Range';

/** What a row or a card is given. The function never changes, so that a row is drawn once. */
export interface EntryRowProps {
  entry: ActivityEntry;
  index: number;
  onOpen: (entry: ActivityEntry) => void;
}

interface ActivityRowProps extends EntryRowProps {
  roomy: boolean;
}

export const ActivityRow = memo(function ActivityRow({ entry, index, roomy, onOpen }: ActivityRowProps) {
  const { text } = actionWords(entry);
  return (
    <tr
      data-index={index}
      aria-rowindex={index + ROWS_ABOVE}
      onClick={(event) => {
        if (!isMeantForAnother(event)) onOpen(entry);
      }}
      className="h-14 cursor-pointer transition-colors hover:bg-hover/50"
    >
      <td className={cellClass}>
        <div className="flex items-center gap-3">
          <ActionIcon entry={entry} />
          <div className="flex min-w-0 flex-col">
            <span className="flex min-w-0 items-center gap-2">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(entry)}
                className="truncate rounded-small text-left font-medium"
              >
                {text}
              </button>
              <SecurityAlert entry={entry} />
            </span>
            <SecondLine entry={entry} withDetails={!roomy} />
          </div>
        </div>
      </td>
      <td className={cellClass}>
        <div className="flex flex-col">
          <Actor entry={entry} />
          <span title={entry.ipAddress} className="truncate font-mono text-12 text-muted">
            {entry.ipAddress}
          </span>
        </div>
      </td>
      <td className={cellClass}>
        <div className="flex flex-col">
          <span title={entry.location} className="truncate">
            {entry.location}
          </span>
          <span title={entry.userAgent} className="truncate text-12 text-muted">
            {entry.device}
          </span>
        </div>
      </td>
      {roomy && (
        <td className={cellClass}>
          <Details entry={entry} className="line-clamp-2 wrap-anywhere" />
        </td>
      )}
      <td className={`${cellClass} text-right text-muted`}>
        <TimeAgo at={entry.createdAt} />
      </td>
    </tr>
  );
});
