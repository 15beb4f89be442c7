import type { Guest } from '../../../contract/guest-activity.ts';
import { Badge } from '../../ui/badge.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';

export const PresenceBadge = ({ guest }: { guest: Guest }) =>
  guest.online ? (
    <Badge tone="success">Online</Badge>
  ) : (
    <Badge tone="neutral">
      Gone <TimeAgo at={guest.lastSeenAt} />
    </Badge>
  );
