import { LiveGuests } from '../../../features/guest-activity/live/live-guests.tsx';
import { GuestLog } from '../../../features/guest-activity/log/guest-log.tsx';
import { useHold } from '../../../ui/rows/live-rows.tsx';

export function GuestActivityPage() {
  const log = useHold();
  return (
    <div className="flex flex-col gap-2">
      <LiveGuests isHeld={log.isHeld} />
      <GuestLog hold={log} />
    </div>
  );
}
