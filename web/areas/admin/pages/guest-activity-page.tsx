import { EntryPanel } from '../../../features/activity/entry-panel.tsx';
import { LiveGuests } from '../../../features/guest-activity/live/live-guests.tsx';
import { GuestLog } from '../../../features/guest-activity/log/guest-log.tsx';
import { GuestPanel } from '../../../features/guest-activity/panel/guest-panel.tsx';
import { useMay } from '../../../lib/use-may.ts';
import { usePanelAddress } from '../../../lib/use-panel-address.ts';
import { useHold } from '../../../ui/rows/live-rows.tsx';

export function GuestActivityPage() {
  const log = useHold();
  const panel = usePanelAddress('guest');
  const entry = usePanelAddress('entry');
  const canRead = useMay().may('see-activity');
  return (
    <div className="flex flex-col gap-2">
      <LiveGuests isHeld={log.isHeld} onOpen={panel.open} />
      <GuestLog hold={log} onOpen={canRead ? entry.open : null} />
      {panel.id && <GuestPanel key={panel.id} guestId={panel.id} onClose={panel.close} />}
      {canRead && entry.id && !panel.id && <EntryPanel key={entry.id} id={entry.id} onClose={entry.close} />}
    </div>
  );
}
