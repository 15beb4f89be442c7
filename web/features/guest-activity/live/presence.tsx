import type { Guest } from '../../../../contract/guest-activity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { elapsed } from '../../../ui/time/format.ts';
import { TimeAgo, useSecond } from '../../../ui/time/time-ago.tsx';

export const PresenceBadge = ({ guest }: { guest: Guest }) =>
  guest.online ? (
    <Badge tone="success">Online</Badge>
  ) : (
    <Badge tone="neutral">
      Gone <TimeAgo at={guest.lastSeenAt} />
    </Badge>
  );

/** Counts on as long as the guest is there. */
export function TimeOnPage({ guest }: { guest: Guest }) {
  const now = useSecond();
  const until = guest.online ? now : Date.parse(guest.lastSeenAt);
  return <span className="tabular-nums">{elapsed(until - Date.parse(guest.pageSince))}</span>;
}
