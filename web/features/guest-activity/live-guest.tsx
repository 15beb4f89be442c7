import { memo } from 'react';
import type { Guest } from '../../../contract/guest-activity.ts';
import { counted } from '../../ui/count.ts';
import { newRowClass } from '../../ui/rows/live-rows.tsx';
import type { Delivery } from './deliveries.ts';
import { guestLabel } from './guest-label.ts';
import { MailNote } from './mail-note.tsx';
import { PresenceBadge } from './presence-badge.tsx';
import { SteerButtons } from './steer-buttons.tsx';
import { SteerNote } from './steer-note.tsx';
import { TimeOnPage } from './time-on-page.tsx';

interface LiveGuestProps {
  guest: Guest;
  delivery: Delivery | undefined;
  isNew: boolean;
}

export const LiveGuest = memo(function LiveGuest({ guest, delivery, isNew }: LiveGuestProps) {
  const label = guestLabel(guest.guestId);
  return (
    <li
      className={`grid gap-x-4 gap-y-2 border-line border-b px-4 py-3 text-13 last:border-0 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_11rem_13rem_14rem] xl:items-center ${isNew ? newRowClass : ''}`}
    >
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="shrink-0 whitespace-nowrap">
            <PresenceBadge guest={guest} />
          </span>
          <bdi title={label} className="truncate font-medium">
            {label}
          </bdi>
        </p>
        <p className="mt-1 truncate text-12 text-muted" title={`${guest.location}, ${guest.device}`}>
          <bdi>{guest.location}</bdi> · {guest.device}
        </p>
      </div>
      <div className="min-w-0">
        <p title={guest.lastPage} className="truncate">
          <bdi>{guest.lastPage}</bdi>
        </p>
        <p className="mt-1 truncate text-12 text-muted tabular-nums">
          for <TimeOnPage guest={guest} /> · {counted(guest.pageViews, 'page view')}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1 text-12">
        <MailNote mail={guest.mail} />
        <div role="status">
          <SteerNote waiting={guest.waiting} delivery={delivery} />
        </div>
      </div>
      <div className="-mx-2 flex flex-wrap xl:justify-end">
        <SteerButtons ip={guest.ipAddress} page={guest.lastPage} guest={label} />
      </div>
    </li>
  );
});
