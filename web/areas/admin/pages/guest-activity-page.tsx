import { LiveGuests } from '../../../features/guests/live/live-guests.tsx';
import { GuestLog } from '../../../features/guests/log/guest-log.tsx';
import { GuestPanel } from '../../../features/guests/panel/guest-panel.tsx';
import { EntryPanel } from '../../../features/log/activity/entry-panel.tsx';
import { usePanelUrl } from '../../../lib/url/use-panel-url.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useHold } from '../../../ui/rows/live-rows.tsx';

export function GuestActivityPage() {
  const log = useHold();
  const panel = usePanelUrl('guest');
  const entry = usePanelUrl('entry');
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
