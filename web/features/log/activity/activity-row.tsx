import { type ComponentType, memo } from 'react';
import { actorName } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { linesClass } from '../../../ui/rows/row-height.ts';
import { TableCell, TableRow } from '../../../ui/rows/virtual-table.tsx';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { ActionIcon, SecondLine, SecurityAlert, Sentence } from './entry-parts.tsx';
import { sentenceText } from './sentences.ts';

export type SecondLineOf = ComponentType<{ entry: ActivityEntry }>;

/** `onOpen` must be stable, or every row renders again. */
interface EntryRowProps {
  entry: ActivityEntry;
  index: number;
  secondLine?: SecondLineOf | undefined;
  onOpen: (entry: ActivityEntry) => void;
}

export const ActivityRow = memo(function ActivityRow(props: EntryRowProps) {
  const { entry, index, secondLine: Second = SecondLine, onOpen } = props;
  return (
    <TableRow index={index} onOpen={() => onOpen(entry)}>
      <TableCell>
        <div className="flex items-center gap-3">
          <ActionIcon entry={entry} />
          <div className={linesClass}>
            <span className="flex min-w-0 items-center gap-2">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(entry)}
                title={sentenceText(entry)}
                className="truncate rounded-small text-left"
              >
                <Sentence entry={entry} />
              </button>
              <SecurityAlert entry={entry} />
            </span>
            <Second entry={entry} />
          </div>
        </div>
      </TableCell>
      <TableCell>
        <div className={linesClass}>
          <Clipped text={actorName(entry)} />
          <Clipped text={entry.ipAddress} className="font-mono text-12 text-muted" />
        </div>
      </TableCell>
      <TableCell>
        <div className={linesClass}>
          <Clipped text={entry.location} />
          <Clipped text={entry.device} title={entry.userAgent} className="text-12 text-muted" />
        </div>
      </TableCell>
      <TableCell className="text-right text-muted">
        <TimeAgo at={entry.createdAt} />
      </TableCell>
    </TableRow>
  );
});

export const CARD_REM = 6.5;

export const ActivityCard = memo(function ActivityCard(props: EntryRowProps) {
  const { entry, index, secondLine: Second = SecondLine, onOpen } = props;
  return (
    <li data-index={index} className="relative flex h-26 items-center gap-3 border-line border-b px-4 py-2.5 text-13">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={sentenceText(entry)}
        onClick={() => onOpen(entry)}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      />
      <span className="flex h-6 items-center">
        <ActionIcon entry={entry} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="line-clamp-2 wrap-anywhere">
          <Sentence entry={entry} />
        </p>
        <div className="flex items-center gap-2">
          <Second entry={entry} />
          <SecurityAlert entry={entry} />
          <span className="ml-auto shrink-0 text-12 text-muted">
            <TimeAgo at={entry.createdAt} />
          </span>
        </div>
        <span className="truncate text-12 text-muted">
          <span className="font-mono">{entry.ipAddress}</span> · <bdi>{entry.location}</bdi> · {entry.device}
        </span>
      </div>
    </li>
  );
});
