import { LifeBuoy, MailCheck } from 'lucide-react';
import { memo } from 'react';
import type { VerifiedAddress } from '../../../../contract/verification/verified.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { TableCell, TableRow } from '../../../ui/rows/virtual-table.tsx';
import { elapsed } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { oneLine } from '../../log/activity/details.ts';

/** `onOpen` must be stable, or every row renders again. */
interface VerifiedRowProps {
  address: VerifiedAddress;
  index: number;
  isNew: boolean;
  onOpen: (address: VerifiedAddress) => void;
}

export const VerifiedIcon = () => <MailCheck size={16} className="shrink-0 text-success" aria-hidden />;

export const HelpedNote = () => (
  <span className="flex shrink-0 items-center gap-1.5 text-muted">
    <LifeBuoy size={14} className="shrink-0" aria-hidden />
    Helped by staff
  </span>
);

export const tookOf = ({ tookSeconds }: VerifiedAddress) => elapsed(tookSeconds * 1000);

export const VerifiedRow = memo(function VerifiedRow({ address, index, isNew, onOpen }: VerifiedRowProps) {
  return (
    <TableRow index={index} isNew={isNew} onOpen={() => onOpen(address)}>
      <TableCell>
        <div className="flex min-w-0 items-center gap-3">
          <VerifiedIcon />
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(address)}
            title={oneLine(address.email)}
            className="truncate rounded-small text-left font-mono"
          >
            <bdi>{oneLine(address.email)}</bdi>
          </button>
        </div>
      </TableCell>
      <TableCell>
        <div className="flex min-w-0">
          {address.gate?.sub && <Clipped text={oneLine(address.gate.sub)} className="font-mono text-12" />}
        </div>
      </TableCell>
      <TableCell>{address.helped && <HelpedNote />}</TableCell>
      <TableCell className="text-right text-muted tabular-nums">{tookOf(address)}</TableCell>
      <TableCell className="text-right text-muted">
        <TimeAgo at={address.verifiedAt} />
      </TableCell>
    </TableRow>
  );
});

/** `h-16`. */
export const CARD_REM = 4;

export const VerifiedCard = memo(function VerifiedCard({ address, index, isNew, onOpen }: VerifiedRowProps) {
  const { email, gate, helped, verifiedAt } = address;
  return (
    <li
      data-index={index}
      className={`relative flex h-16 gap-3 border-line border-b px-4 py-2.5 text-13 ${isNew ? newRowClass : ''}`}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={oneLine(email)}
        onClick={() => onOpen(address)}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      />
      <span className="flex h-5 items-center">
        <VerifiedIcon />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex items-baseline gap-3">
          <bdi className="min-w-0 flex-1 truncate font-mono">{oneLine(email)}</bdi>
          <span className="shrink-0 text-12 text-muted">
            <TimeAgo at={verifiedAt} />
          </span>
        </div>
        <div className="flex min-w-0 items-center gap-3 text-12 text-muted">
          <span className="shrink-0 tabular-nums">Took {tookOf(address)}</span>
          {helped && <HelpedNote />}
          {gate?.sub && <bdi className="truncate font-mono">{oneLine(gate.sub)}</bdi>}
        </div>
      </div>
    </li>
  );
});
