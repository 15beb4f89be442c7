import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Clipped } from '../../../ui/clipped.tsx';
import { counted } from '../../../ui/count.ts';
import { LiveRows, newRowClass, useLiveRows } from '../../../ui/rows/live-rows.tsx';
import { lineId, type NetworkLine } from './guest-lines.ts';
import { LiveGuest } from './live-guest.tsx';

interface LiveNetworkProps {
  line: NetworkLine;
  /** False if a view or a search may have left out guests of the network. */
  isWhole: boolean;
  isNew: boolean;
  onOpen: (guest: Guest) => void;
}

/** One line that can be opened, so that a crowd does not hide other guests. */
export function LiveNetwork({ line, isWhole, isNew, onOpen }: LiveNetworkProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { name, guests, online } = line.network;
  return (
    <li className={`border-line border-b last:border-0 ${isNew ? newRowClass : ''}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-2 px-4 py-3 text-start text-13 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          size={16}
          className={`shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          aria-hidden
        />
        <span className="flex min-w-0 flex-wrap gap-x-1">
          <Clipped text={name} className="font-medium" />
          <span className="text-muted">·</span>
          <span className="text-muted tabular-nums">
            {isWhole
              ? `${counted(guests, 'guest')} · ${online.toLocaleString('en')} online`
              : `${counted(line.guests.length, 'guest')} on this network`}
          </span>
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <NetworkGuests line={line} isWhole={isWhole} onOpen={onOpen} />}
      </div>
    </li>
  );
}

/** Few enough that the next lines stay in sight. */
const SHOWN_FIRST = 5;

function NetworkGuests({ line, isWhole, onOpen }: Omit<LiveNetworkProps, 'isNew'>) {
  const live = useLiveRows(line.guests, { idOf: lineId });
  const [shown, setShown] = useState(SHOWN_FIRST);
  const { name, guests } = line.network;
  const more = live.rows.length - shown;
  const unlisted = isWhole ? guests - line.guests.length : 0;
  return (
    <LiveRows live={live} where={name}>
      <ul aria-label={`Guests on ${name}`} className="ms-4 border-line border-t border-s">
        {live.rows.slice(0, shown).map((guest) => (
          <LiveGuest key={guest.id} guest={guest} isNew={live.isNew(guest.id)} onOpen={onOpen} />
        ))}
      </ul>
      {(more > 0 || unlisted > 0) && (
        <p className="ms-4 flex flex-wrap items-center gap-x-3 border-line border-t border-s px-4 py-2 text-12 text-muted">
          {more > 0 && (
            <TextButton onClick={() => setShown(live.rows.length)}>Show {more.toLocaleString('en')} more</TextButton>
          )}
          {unlisted > 0 && `${counted(unlisted, 'guest')} on this network ${unlisted === 1 ? 'is' : 'are'} not listed`}
        </p>
      )}
    </LiveRows>
  );
}
