import { memo } from 'react';
import { newRowClass } from '../../ui/rows/live-rows.tsx';
import { cellClass } from '../../ui/rows/virtual-table.tsx';
import { formatDateTime } from '../../ui/time/format.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { guestLabel } from './guest-label.ts';
import { ActionBadge, type LogRowProps, SelectLog } from './log-parts.tsx';
import { SteerButtons } from './steer-buttons.tsx';

/** Below the heading, which is the first row. */
const ROWS_ABOVE = 2;

interface TableRowProps extends LogRowProps {
  /** Where nothing can hover, what appears under a pointer has to be there always. */
  canHover: boolean;
}

export const LogRow = memo(function LogRow({ canHover, isNew, ...row }: TableRowProps) {
  const { log, index, isSelected } = row;
  const label = guestLabel(log.userId);
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
          <SteerButtons ip={log.ipAddress} page={log.page} guest={label} />
        </div>
      </td>
    </tr>
  );
});
