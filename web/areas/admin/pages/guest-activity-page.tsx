import { GuestLog } from '../../../features/guest-activity/guest-log.tsx';
import { LiveGuests } from '../../../features/guest-activity/live-guests.tsx';
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
