import type { Guest } from '../../../contract/guest-activity.ts';
import { elapsed } from '../../ui/time/format.ts';
import { useSecond } from '../../ui/time/time-ago.tsx';

/** Counts on as long as the guest is there. */
export function TimeOnPage({ guest }: { guest: Guest }) {
  const now = useSecond();
  const until = guest.online ? now : Date.parse(guest.lastSeenAt);
  return <span className="tabular-nums">{elapsed(until - Date.parse(guest.pageSince))}</span>;
}
