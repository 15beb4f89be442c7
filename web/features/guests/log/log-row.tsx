import { memo } from 'react';
import type { GuestLog } from '../../../../contract/guests/guests.ts';
import { actorLabel, UNKNOWN_USER } from '../../../../contract/log/activity.rules.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { linesClass } from '../../../ui/rows/row-height.ts';
import { TableCell, TableRow } from '../../../ui/rows/virtual-table.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { actionWords } from '../../log/activity/action-words.ts';
import { LogActions } from './log-actions.tsx';

/** Stable callbacks, so that a row renders once. */
interface LogRowProps {
  log: GuestLog;
  index: number;
  isSelected: boolean;
  isNew: boolean;
  /** Null for those who may not delete. */
  onToggle: ((id: string, selected: boolean) => void) | null;
  canMessage: boolean;
  /** Null for those who may not read the whole log. */
  onOpen: ((log: GuestLog) => void) | null;
}

const labelOf = ({ userId }: GuestLog) => actorLabel(userId) ?? UNKNOWN_USER;

export const LogRow = memo(function LogRow({
  log,
  index,
  isSelected,
  isNew,
  onToggle,
  canMessage,
  onOpen,
}: LogRowProps) {
  const label = labelOf(log);
  return (
    <TableRow index={index} isSelected={isSelected} isNew={isNew} {...(onOpen && { onOpen: () => onOpen(log) })}>
      <TableCell>
        <div className="flex items-center gap-3">
          <SelectLog log={log} isSelected={isSelected} onToggle={onToggle} />
          <div className={linesClass}>
            <Clipped text={label} className="font-medium" />
            <Clipped text={log.ipAddress} className="font-mono text-12 text-muted" />
          </div>
        </div>
      </TableCell>
      <TableCell>
        <div className={`${linesClass} items-start`}>
          <ActionButton log={log} onOpen={onOpen} />
          {log.page && <Clipped text={log.page} className="max-w-full px-2 text-12 text-muted" />}
        </div>
      </TableCell>
      <TableCell>
        <div className={linesClass}>
          <Clipped text={log.location} />
          <Clipped text={log.device} title={log.userAgent} className="text-12 text-muted" />
        </div>
      </TableCell>
      <TableCell>
        <div className={linesClass}>
          <TimeAgo at={log.createdAt} />
          <time dateTime={log.createdAt} className="truncate text-12 text-muted tabular-nums">
            {formatDateTime(log.createdAt)}
          </time>
        </div>
      </TableCell>
      {canMessage && (
        <TableCell>
          <div className="-mr-2 flex justify-end">
            <LogActions log={log} />
          </div>
        </TableCell>
      )}
    </TableRow>
  );
});

export const CARD_REM = 8.5;
export const WIDE_CARD_REM = 6;

export const LogCard = memo(function LogCard({
  log,
  index,
  isSelected,
  isNew,
  onToggle,
  canMessage,
  onOpen,
}: LogRowProps) {
  const label = labelOf(log);
  return (
    <li
      data-index={index}
      data-selected={isSelected}
      className={`flex h-34 gap-3 border-line border-b px-4 py-3 text-13 md:h-24 lg:px-8 data-[selected=true]:bg-accent-soft/50 ${isNew ? newRowClass : ''}`}
    >
      {onToggle && (
        <span className="flex h-6 items-center">
          <SelectLog log={log} isSelected={isSelected} onToggle={onToggle} />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 md:flex-nowrap">
          <bdi className="min-w-0 flex-1 truncate font-medium md:flex-none">{label}</bdi>
          <span className="shrink-0 text-muted md:order-1 md:ml-auto">
            <TimeAgo at={log.createdAt} />
          </span>
          <span className="flex h-6 w-full min-w-0 items-center gap-2 md:w-auto">
            <ActionButton log={log} onOpen={onOpen} />
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
        {canMessage && (
          <div className="mt-auto -ml-2 flex">
            <LogActions log={log} />
          </div>
        )}
      </div>
    </li>
  );
});

function SelectLog({ log, isSelected, onToggle }: Pick<LogRowProps, 'log' | 'isSelected' | 'onToggle'>) {
  const { text } = actionWords(log);
  if (!onToggle) return null;
  return (
    <Checkbox
      aria-label={`Select ${text} of ${labelOf(log)}, ${formatDateTime(log.createdAt)}`}
      checked={isSelected}
      onChange={(event) => onToggle(log.id, event.target.checked)}
    />
  );
}

/** Opens the whole entry. */
function ActionButton({ log, onOpen }: Pick<LogRowProps, 'log' | 'onOpen'>) {
  const { icon: Icon, text, failed } = actionWords(log);
  const look = `inline-flex h-5 max-w-full items-center gap-1.5 rounded-small px-2 text-12 font-medium ${failed ? 'bg-danger-soft text-danger' : 'bg-hover text-muted'}`;
  const contents = (
    <>
      <Icon size={12} className="shrink-0" aria-hidden />
      <span className="truncate">{text}</span>
    </>
  );
  if (!onOpen) return <span className={look}>{contents}</span>;
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => onOpen(log)} className={look}>
      {contents}
    </button>
  );
}
