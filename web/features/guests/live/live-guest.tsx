import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { GuestView } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { guestLabel } from '../../../../contract/log/activity.rules.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { counted } from '../../../ui/count.ts';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { guestName } from '../guest-facts.ts';
import { HelperNote } from '../messages/assignment.tsx';
import { MessageNote } from '../messages/message-note.tsx';
import { SendButtons } from '../messages/send-buttons.tsx';
import { HaltedNote, MailNote, OutcomeBadge, PageBadge, Presence, StuckNote } from './guest-parts.tsx';

/** Stable callback, so that a row renders only when its guest changes. */
interface LiveGuestProps {
  guest: Guest;
  view: GuestView;
  isNew: boolean;
  onOpen: (guest: Guest) => void;
}

export const LiveGuest = memo(function LiveGuest({ guest, view, isNew, onOpen }: LiveGuestProps) {
  // In the other views such a line would move the buttons under the pointer.
  const leadsWithNeed = view === 'needs-help';
  const needs = guest.stuck !== null || guest.helper !== null;
  return (
    <li
      className={`flex flex-col gap-2 border-line border-b px-4 py-3 text-13 last:border-0 ${isNew ? newRowClass : ''}`}
    >
      {leadsWithNeed && <Attention guest={guest} />}
      <div className="grid gap-x-4 gap-y-2 md:grid-cols-2 xl:grid-cols-[3fr_4fr_4fr]">
        <Identity guest={guest} onOpen={onOpen} />
        <div className="flex min-w-0 flex-col gap-1.5 text-12">
          <p className="flex flex-wrap items-center gap-1.5">
            <PageBadge guest={guest} />
            <OutcomeBadge outcome={guest.outcome} />
          </p>
          <Presence guest={guest} />
        </div>
        <div className="flex min-w-0 flex-col gap-1.5 text-12 xl:pt-1">
          <MailNote guest={guest} />
          <div role="status">
            <MessageNote message={guest.message} waiting={guest.waiting} />
          </div>
        </div>
      </div>
      {guest.halted && <HaltedNote />}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="-mx-2 flex flex-wrap gap-x-1">
          <SendButtons guest={guest} />
        </div>
        <div className="flex min-w-0 max-md:order-first max-md:w-full">
          {needs && !leadsWithNeed ? (
            <Attention guest={guest} />
          ) : (
            <Clipped
              text={`${guest.location} · ${guest.device} · ${counted(guest.pageViews, 'page view')}`}
              className="text-12 text-muted"
            />
          )}
        </div>
      </div>
    </li>
  );
});

const Attention = ({ guest }: { guest: Guest }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <StuckNote guest={guest} />
    <HelperNote guest={guest} />
  </div>
);

const Identity = ({ guest, onOpen }: Pick<LiveGuestProps, 'guest' | 'onOpen'>) => (
  <div className="flex min-w-0 flex-col items-start">
    <button
      type="button"
      aria-label={`Details of ${guestName(guest)}`}
      onClick={() => onOpen(guest)}
      className="group -mx-2 -my-1 flex h-10 max-w-full px-2 min-w-0 items-center gap-2 rounded-small text-left focus-visible:-outline-offset-2 md:h-8"
    >
      <Clipped text={guestLabel(guest.ipAddress)} className="font-medium group-hover:underline" />
      {guest.sharesAddress && <TagChip tag={guest.tag} />}
      <ChevronRight size={14} className="shrink-0 text-muted" aria-hidden />
    </button>
    {guest.email === null ? (
      <span className="text-12 text-muted">No email address yet</span>
    ) : (
      <Clipped text={guest.email} className="max-w-full font-mono text-12" />
    )}
  </div>
);

export const TagChip = ({ tag }: Pick<Guest, 'tag'>) => (
  <span className="shrink-0 rounded-small border border-line px-1.5 font-mono text-12 font-medium text-muted">
    {tag}
  </span>
);
