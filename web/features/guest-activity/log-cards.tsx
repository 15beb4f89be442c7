import { memo } from 'react';
import { newRowClass } from '../../ui/rows/live-rows.tsx';
import { useMoreRows, useVirtualRows } from '../../ui/rows/virtual-rows.ts';
import { formatDateTime } from '../../ui/time/format.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { guestLabel } from './guest-label.ts';
import { ActionBadge, type LogRowProps, SelectLog } from './log-parts.tsx';
import type { LogRowsProps } from './log-rows-props.ts';
import { SteerButtons } from './steer-buttons.tsx';

const CARD_REM = 8.5;
const WIDER_CARD_REM = 6;

/** The log on a phone or a tablet, where a table with all its buttons has no room. */
export function LogCards({ list, logs, selection, isNew }: LogRowsProps) {
  const wider = useMediaQuery('(min-width: 768px)');
  const cards = useVirtualRows<HTMLUListElement>({
    count: logs.length,
    heightRem: wider ? WIDER_CARD_REM : CARD_REM,
  });
  useMoreRows(list, logs.length, cards.lastInSight);
  return (
    <ul ref={cards.list} aria-label="Guest log" className="-mx-4 border-line border-t lg:-mx-8">
      {cards.pieces.map((piece) => {
        if ('gap' in piece) return <li key={piece.key} aria-hidden style={{ height: piece.gap }} />;
        const log = logs[piece.index];
        return (
          log && (
            <LogCard
              key={log.id}
              log={log}
              index={piece.index}
              isSelected={selection.has(log.id)}
              isNew={isNew(log.id)}
              onToggle={selection.toggle}
            />
          )
        );
      })}
    </ul>
  );
}

const LogCard = memo(function LogCard({ isNew, ...row }: LogRowProps) {
  const { log, index, isSelected } = row;
  const label = guestLabel(log.userId);
  return (
    <li
      data-index={index}
      data-selected={isSelected}
      className={`flex h-34 gap-3 border-line border-b px-4 py-3 text-13 md:h-24 lg:px-8 data-[selected=true]:bg-accent-soft/50 ${isNew ? newRowClass : ''}`}
    >
      <span className="flex h-6 items-center">
        <SelectLog {...row} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 md:flex-nowrap">
          <bdi className="min-w-0 flex-1 truncate font-medium md:flex-none">{label}</bdi>
          <span className="shrink-0 text-muted md:order-1 md:ml-auto">
            <TimeAgo at={log.createdAt} />
          </span>
          <span className="flex h-6 w-full min-w-0 items-center gap-2 md:w-auto">
            <ActionBadge log={log} />
            <bdi className="truncate text-12 text-muted">{log.page}</bdi>
          </span>
        </div>
        <span className="flex min-w-0 flex-col text-12 text-muted md:flex-row md:justify-between md:gap-4">
          <span className="truncate" title={log.userAgent}>
            <span className="font-mono">{log.ipAddress}</span> · {log.location} · {log.device}
          </span>
          <time dateTime={log.createdAt} className="shrink-0 tabular-nums">
            {formatDateTime(log.createdAt)}
          </time>
        </span>
        <div className="mt-auto -ml-2 flex">
          <SteerButtons ip={log.ipAddress} page={log.page} guest={label} />
        </div>
      </div>
    </li>
  );
});
