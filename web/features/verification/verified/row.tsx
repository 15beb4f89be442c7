import { LifeBuoy, MailCheck } from 'lucide-react';
import { Fragment, memo, type ReactNode } from 'react';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { type Column, TableCell, TableRow } from '../../../ui/rows/virtual-table.tsx';
import { elapsed, formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { oneLine } from '../../log/activity/details.ts';

export const VerifiedIcon = () => <MailCheck size={16} className="shrink-0 text-success" aria-hidden />;

const HelpedNote = () => (
  <span className="flex shrink-0 items-center gap-1.5 text-muted">
    <LifeBuoy size={14} className="shrink-0" aria-hidden />
    Helped by staff
  </span>
);

const tookOf = ({ tookSeconds }: VerifiedEmail) => elapsed(tookSeconds * 1000);

const Line = ({ width }: { width: string }) => <Skeleton className={`h-3 max-w-full ${width}`} />;

interface VerifiedColumn extends Column {
  readonly cell: (address: VerifiedEmail, onOpen: (address: VerifiedEmail) => void) => ReactNode;
  readonly cellClass?: string;
  /** Shown in the second line of a card on phones. */
  readonly card?: (address: VerifiedEmail) => ReactNode;
  /** Shown in the panel. */
  readonly fact?: (address: VerifiedEmail) => ReactNode;
}

/** From left to right in the table; card and panel show them in reverse. */
export const COLUMNS: readonly VerifiedColumn[] = [
  {
    name: 'Address',
    skeleton: (
      <>
        <Skeleton className="size-4 shrink-0 rounded-small!" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Line width="w-48" />
          <Skeleton className="h-2.5 w-32 max-w-full md:hidden" />
        </div>
      </>
    ),
    cell: (address, onOpen) => (
      <div className="flex min-w-0 items-center gap-3">
        <VerifiedIcon />
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(address)}
          title={oneLine(address.email)}
          className="truncate rounded-small text-start font-mono"
        >
          <bdi>{oneLine(address.email)}</bdi>
        </button>
      </div>
    ),
  },
  {
    name: 'Token subject',
    width: 'w-40 xl:w-56',
    skeleton: <Line width="w-28" />,
    cell: ({ gate }) => (
      <div className="flex min-w-0">
        {gate?.sub && <Clipped text={oneLine(gate.sub)} className="font-mono text-12" />}
      </div>
    ),
    card: ({ gate }) => gate?.sub && <bdi className="truncate font-mono">{oneLine(gate.sub)}</bdi>,
  },
  {
    name: 'Help',
    width: 'w-36 xl:w-40',
    skeleton: <Line width="w-20" />,
    cell: ({ helped }) => helped && <HelpedNote />,
    card: ({ helped }) => helped && <HelpedNote />,
    fact: ({ helped }) => (helped ? <HelpedNote /> : <span className="text-muted">No help from staff</span>),
  },
  {
    name: 'Took',
    width: 'w-24',
    align: 'text-end',
    skeleton: <Line width="ms-auto w-12" />,
    cell: tookOf,
    cellClass: 'text-end text-muted tabular-nums',
    card: (address) => <span className="shrink-0 tabular-nums">Took {tookOf(address)}</span>,
    fact: (address) => (
      <span className="tabular-nums">
        {tookOf(address)} <span className="text-muted">from the first code request</span>
      </span>
    ),
  },
  {
    name: 'Verified',
    width: 'w-24 lg:w-28',
    align: 'text-end',
    skeleton: <Line width="ms-auto w-14" />,
    cell: ({ verifiedAt }) => <TimeAgo at={verifiedAt} />,
    cellClass: 'text-end text-muted',
    fact: ({ verifiedAt }) => <span className="tabular-nums">{formatDateTime(verifiedAt)}</span>,
  },
];

/** `onOpen` must be stable, or every row renders again. */
interface VerifiedRowProps {
  address: VerifiedEmail;
  index: number;
  isNew: boolean;
  onOpen: (address: VerifiedEmail) => void;
}

export const VerifiedRow = memo(function VerifiedRow({ address, index, isNew, onOpen }: VerifiedRowProps) {
  return (
    <TableRow index={index} isNew={isNew} onOpen={() => onOpen(address)}>
      {COLUMNS.map(({ name, cell, cellClass }) => (
        <TableCell key={name} className={cellClass ?? ''}>
          {cell(address, onOpen)}
        </TableCell>
      ))}
    </TableRow>
  );
});

/** The height of `h-16`. */
export const CARD_REM = 4;

export const VerifiedCard = memo(function VerifiedCard({ address, index, isNew, onOpen }: VerifiedRowProps) {
  const email = oneLine(address.email);
  return (
    <li
      data-index={index}
      className={`relative flex h-16 gap-3 border-line border-b px-4 py-2.5 text-13 ${isNew ? newRowClass : ''}`}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={email}
        onClick={() => onOpen(address)}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      />
      <span className="flex h-5 items-center">
        <VerifiedIcon />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex items-baseline gap-3">
          <bdi className="min-w-0 flex-1 truncate font-mono">{email}</bdi>
          <span className="shrink-0 text-12 text-muted">
            <TimeAgo at={address.verifiedAt} />
          </span>
        </div>
        <div className="flex min-w-0 items-center gap-3 text-12 text-muted">
          {COLUMNS.toReversed().map(({ name, card }) => (
            <Fragment key={name}>{card?.(address)}</Fragment>
          ))}
        </div>
      </div>
    </li>
  );
});
