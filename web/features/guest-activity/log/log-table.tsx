import { memo } from 'react';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { useMoreRows, useVirtualRows } from '../../../ui/rows/virtual-rows.ts';
import { cellClass, tableClass } from '../../../ui/rows/virtual-table.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { GuestActionButtons } from '../guest-action-buttons.tsx';
import { ActionBadge, type LogRowProps, type LogRowsProps, labelOf, SelectLog } from './log-entry.tsx';

/** The first takes the room that is left. */
const columns = [
  { name: 'Guest', width: '' },
  { name: 'Activity', width: 'w-58' },
  { name: 'Location and device', width: 'w-40' },
  { name: 'Time', width: 'w-36' },
  { name: 'Actions', width: 'w-68', align: 'text-right' },
] as const;

/** Stays in sight below the layout's header and the toolbar. */
const LogColumns = () => (
  <thead className="sticky top-32 z-10 bg-surface text-12 text-muted">
    <tr className="h-9" aria-rowindex={1}>
      {columns.map((column) => (
        <th
          key={column.name}
          scope="col"
          className={`${cellClass} font-medium ${column.width} ${'align' in column ? column.align : 'text-left'}`}
        >
          {column.name}
        </th>
      ))}
    </tr>
  </thead>
);

const ROW_REM = 3.5;
/** What ARIA calls a count that nobody knows yet. */
const UNKNOWN = -1;

export function LogTable({ list, logs, selection, isNew }: LogRowsProps) {
  const canHover = useMediaQuery('(hover: hover)');
  const rows = useVirtualRows<HTMLTableSectionElement>({ count: logs.length, heightRem: ROW_REM });
  useMoreRows(list, logs.length, rows.lastInSight);
  return (
    <table aria-label="Guest log" aria-rowcount={list.hasNextPage ? UNKNOWN : logs.length + 1} className={tableClass}>
      <LogColumns />
      <tbody ref={rows.list}>
        {rows.pieces.map((piece) => {
          if ('gap' in piece) {
            return (
              <tr key={piece.key} aria-hidden>
                <td colSpan={columns.length} style={{ height: piece.gap }} />
              </tr>
            );
          }
          const log = logs[piece.index];
          return (
            log && (
              <LogRow
                key={log.id}
                log={log}
                index={piece.index}
                isSelected={selection.has(log.id)}
                isNew={isNew(log.id)}
                canHover={canHover}
                onToggle={selection.toggle}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

/** Below the heading, which is the first row. */
const ROWS_ABOVE = 2;

interface TableRowProps extends LogRowProps {
  /** Where nothing can hover, what appears under a pointer has to be there always. */
  canHover: boolean;
}

const LogRow = memo(function LogRow({ canHover, isNew, ...row }: TableRowProps) {
  const { log, index, isSelected } = row;
  const label = labelOf(log);
  return (
    <tr
      data-index={index}
      aria-rowindex={index + ROWS_ABOVE}
      data-selected={isSelected}
      className={`group h-14 hover:bg-hover/50 data-[selected=true]:bg-accent-soft/50 ${isNew ? newRowClass : 'transition-colors'}`}
    >
      <td className={cellClass}>
        <div className="flex items-center gap-3">
          <SelectLog {...row} />
          <div className="flex min-w-0 flex-col">
            <bdi title={label} className="truncate text-left font-medium">
              {label}
            </bdi>
            <span title={log.ipAddress} className="truncate font-mono text-12 text-muted">
              {log.ipAddress}
            </span>
          </div>
        </div>
      </td>
      <td className={cellClass}>
        <div className="flex flex-col items-start gap-0.5">
          <ActionBadge log={log} />
          {log.page && (
            <bdi title={log.page} className="max-w-full truncate px-2 text-12 text-muted">
              {log.page}
            </bdi>
          )}
        </div>
      </td>
      <td className={cellClass}>
        <div className="flex flex-col">
          <span title={log.location} className="truncate">
            {log.location}
          </span>
          <span title={log.userAgent} className="truncate text-12 text-muted">
            {log.device}
          </span>
        </div>
      </td>
      <td className={cellClass}>
        <div className="flex flex-col">
          <TimeAgo at={log.createdAt} />
          <time dateTime={log.createdAt} className="truncate text-12 text-muted tabular-nums">
            {formatDateTime(log.createdAt)}
          </time>
        </div>
      </td>
      <td className={cellClass}>
        <div
          className={`-mr-2 flex justify-end ${canHover ? 'opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100' : ''}`}
        >
          <GuestActionButtons ip={log.ipAddress} page={log.page} guest={label} />
        </div>
      </td>
    </tr>
  );
});
