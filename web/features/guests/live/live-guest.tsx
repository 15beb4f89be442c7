import { memo } from 'react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { describeLanguage } from '../guest-facts.ts';
import { Assignment } from '../messages/assignment.tsx';
import { MessageNote } from '../messages/message-note.tsx';
import { SendButtons } from '../messages/send-buttons.tsx';
import { GuestIdLabel, MailLines, Presence, Reason, Since } from './guest-parts.tsx';

/** `onOpen` must be stable, so that a row renders only when its guest changes. */
interface LiveGuestProps {
  guest: Guest;
  isNew: boolean;
  onOpen: (guest: Guest) => void;
}

/** Rows have one height, so that they do not move under the pointer. On narrow screens a row is a card. */
const rowClass =
  'flex flex-col gap-1 border-line border-b px-4 py-2 text-12 last:border-0 xl:grid xl:h-14 xl:grid-cols-[11fr_13fr_10fr_11fr_3.5rem_6rem_13.5rem] xl:items-center xl:gap-2 xl:px-3 xl:py-0';
const linesClass = 'flex min-w-0 gap-1.5 xl:flex-col xl:gap-0';

export const LiveGuest = memo(function LiveGuest({ guest, isNew, onOpen }: LiveGuestProps) {
  return (
    <li className={`${rowClass} ${isNew ? newRowClass : ''}`}>
      <div className="order-2 min-w-0 max-xl:empty:hidden xl:order-none">
        <Reason guest={guest} />
      </div>
      <div className="order-1 flex min-w-0 items-center gap-2 xl:contents">
        <Identity guest={guest} onOpen={onOpen} />
        <span className="ms-auto shrink-0 text-muted xl:order-1 xl:ms-0">
          <Since guest={guest} />
        </span>
      </div>
      <div className="order-3 flex min-w-0 gap-3 xl:contents">
        <div className={linesClass}>
          <Clipped text={guest.page} className="font-medium" />
          <Presence guest={guest} clipped />
        </div>
        <div className={linesClass}>
          <MailLines guest={guest} />
        </div>
      </div>
      <div className="order-4 flex min-w-0 items-start justify-between gap-2 xl:contents">
        <div className="order-1 min-w-0 xl:order-2">
          <Assignment guest={guest} inRow />
        </div>
        <div className="-ms-2 flex min-w-0 flex-col xl:order-3 xl:ms-0">
          <div className="flex items-center">
            <SendButtons guest={guest} inRow />
          </div>
          <div role="status" className="px-2">
            <MessageNote message={guest.message} waiting={guest.waiting} clipped />
          </div>
        </div>
      </div>
    </li>
  );
});

const Identity = ({ guest, onOpen }: Pick<LiveGuestProps, 'guest' | 'onOpen'>) => (
  <div className="flex min-w-0 items-center gap-2 xl:flex-col xl:items-start xl:gap-0">
    <button
      type="button"
      onClick={() => onOpen(guest)}
      className="relative -my-2 flex h-10 max-w-full min-w-0 items-center gap-1.5 rounded-small text-start font-medium hover:underline xl:my-0 xl:h-6"
    >
      <GuestIdLabel guest={guest} before="Details of " />
    </button>
    <Clipped
      text={[guest.ipAddress, guest.location, guest.language !== 'en' && describeLanguage(guest)]
        .filter(Boolean)
        .join(' · ')}
      className="max-w-full text-muted"
    />
  </div>
);
