import { memo } from 'react';
import type { Guest } from '../../../contract/guest-activity.ts';
import { newRowClass } from '../../ui/rows/live-rows.tsx';
import { guestLabel } from './guest-label.ts';
import { SteerButton } from './steer-button.tsx';
import { panelText, steersFor } from './steers.ts';
import { TimeOnPage } from './time-on-page.tsx';

export const GuestPanelEntry = memo(function GuestPanelEntry({ guest, isNew }: { guest: Guest; isNew: boolean }) {
  const label = guestLabel(guest.guestId);
  return (
    <li className={`px-3 py-1.5 text-12 ${isNew ? newRowClass : ''}`}>
      <p className="flex items-center gap-2 px-2">
        <span
          aria-hidden
          className={`size-1.5 shrink-0 rounded-full ${guest.online ? 'bg-success' : 'border border-control'}`}
        />
        <bdi title={label} className="truncate font-medium">
          {label}
        </bdi>
        <span className="ml-auto shrink-0 text-muted">
          {guest.online ? (
            <>
              <span className="sr-only">Online, on this page for </span>
              <TimeOnPage guest={guest} />
            </>
          ) : (
            'Gone'
          )}
        </span>
      </p>
      <p title={guest.lastPage} className="truncate px-2 pl-5.5 text-muted">
        {guest.lastPage}
      </p>
      <div className="flex flex-wrap pl-3.5">
        {steersFor(guest.ipAddress, guest.lastPage).map((steer) => (
          <SteerButton
            key={steer}
            steer={steer}
            ip={guest.ipAddress}
            guest={label}
            compact={panelText(steer, guest.lastPage)}
          />
        ))}
      </div>
    </li>
  );
});
