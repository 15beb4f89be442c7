import { LiveGuests } from '../../../features/guest-activity/live/live-guests.tsx';
import { GuestLog } from '../../../features/guest-activity/log/guest-log.tsx';
import { useHold } from '../../../ui/rows/use-hold.ts';
import { useLayoutTold } from '../../../ui/rows/use-layout-told.ts';

export function GuestActivityPage() {
  const box = useLayoutTold<HTMLDivElement>();
  const log = useHold();
  return (
    <div ref={box} className="flex flex-col gap-2">
      <LiveGuests isHeld={log.isHeld} />
      <GuestLog hold={log} />
    </div>
  );
}
