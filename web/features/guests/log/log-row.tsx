import { memo, type ReactNode } from 'react';
import type { GuestLog } from '../../../../contract/guests/guests.ts';
import { actorLabel, UNKNOWN_USER } from '../../../../contract/log/activity.rules.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { linesClass } from '../../../ui/rows/row-height.ts';
import { type Column, TableCell, TableRow } from '../../../ui/rows/virtual-table.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { actionWords } from '../../log/activity/action-words.ts';
import { LogActions } from './log-actions.tsx';

/** Callbacks must be stable, or every row renders again. */
interface LogRowProps {
  log: GuestLog;
  index: number;
  isSelected: boolean;
  isNew: boolean;
  /** Null for roles that may not delete. */
  onToggle: ((id: string, selected: boolean) => void) | null;
  canMessage: boolean;
  /** Null for roles that may not read the whole log. */
  onOpen: ((log: GuestLog) => void) | null;
}

const labelOf = ({ userId, guest }: GuestLog) => actorLabel(userId, guest) ?? UNKNOWN_USER;

interface LogColumn extends Column {
  cell: (row: LogRowProps) => ReactNode;
}

const COLUMNS: readonly LogColumn[] = [
  {
    name: 'Guest',
    cell: (row) => (
      <div className="flex items-center gap-3">
        <SelectLog {...row} />
        <div className={linesClass}>
          <Clipped text={labelOf(row.log)} className="font-medium" />
          <Clipped text={row.log.ipAddress} className="font-mono text-12 text-muted" />
        </div>
      </div>
    ),
  },
  {
    name: 'Activity',
    width: 'w-44',
    cell: ({ log, onOpen }) => (
      <div className={`${linesClass} items-start`}>
        <ActionButton log={log} onOpen={onOpen} />
        {log.page && <Clipped text={log.page} className="max-w-full px-2 text-12 text-muted" />}
      </div>
    ),
  },
  {
    name: 'Location and device',
    width: 'w-40',
    cell: ({ log }) => (
      <div className={linesClass}>
        <Clipped text={log.location} />
        <Clipped text={log.device} title={log.userAgent} className="text-12 text-muted" />
      </div>
    ),
  },
];

const timeColumn = (width: string): LogColumn => ({
  name: 'Time',
  width,
  cell: ({ log }) => (
    <div className={linesClass}>
      <TimeAgo at={log.createdAt} />
      <Moment log={log} className="truncate text-12 text-muted" />
    </div>
  ),
});

const WITHOUT_ACTIONS = [...COLUMNS, timeColumn('w-48')];
const WITH_ACTIONS: readonly LogColumn[] = [
  ...COLUMNS,
  timeColumn('w-40'),
  {
    name: 'Actions',
    width: 'w-68',
    align: 'text-end',
    cell: ({ log }) => (
      <div className="-me-2 flex justify-end">
        <LogActions log={log} />
      </div>
    ),
  },
];

export const columnsOf = ({ canMessage }: Pick<LogRowProps, 'canMessage'>) =>
  canMessage ? WITH_ACTIONS : WITHOUT_ACTIONS;

export const LogRow = memo(function LogRow(row: LogRowProps) {
  const { log, index, isSelected, isNew, onOpen } = row;
  return (
    <TableRow index={index} isSelected={isSelected} isNew={isNew} {...(onOpen && { onOpen: () => onOpen(log) })}>
      {columnsOf(row).map(({ name, cell }) => (
        <TableCell key={name}>{cell(row)}</TableCell>
      ))}
    </TableRow>
  );
});

export const CARD_REM = 8.5;
export const WIDE_CARD_REM = 6;

/** Replaces the table row on narrow screens. */
export const LogCard = memo(function LogCard(row: LogRowProps) {
  const { log, index, isSelected, isNew, onToggle, canMessage, onOpen } = row;
  return (
    <li
      data-index={index}
      data-selected={isSelected}
      className={`flex h-34 gap-3 border-line border-b px-4 py-3 text-13 md:h-24 lg:px-8 data-[selected=true]:bg-accent-soft/50 ${isNew ? newRowClass : ''}`}
    >
      {onToggle && (
        <span className="flex h-6 items-center">
          <SelectLog {...row} />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 md:flex-nowrap">
          <bdi className="min-w-0 flex-1 truncate font-medium md:flex-none">{labelOf(log)}</bdi>
          <span className="shrink-0 text-muted md:order-1 md:ms-auto">
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
          <Moment log={log} className="shrink-0" />
        </span>
        {canMessage && (
          <div className="mt-auto -ms-2 flex">
            <LogActions log={log} />
          </div>
        )}
      </div>
    </li>
  );
});

const Moment = ({ log, className }: Pick<LogRowProps, 'log'> & { className: string }) => (
  <time dateTime={log.createdAt} className={`${className} tabular-nums`}>
    {formatDateTime(log.createdAt)}
  </time>
);

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

/** Opens the entry in the panel. */
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
