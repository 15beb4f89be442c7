import type { Status } from '../../../contract/users.rules.ts';
import { Badge } from '../../ui/badge.tsx';

export function StatusBadge({ status }: { status: Status }) {
  switch (status) {
    case 'active':
      return <Badge tone="success">Online</Badge>;
    case 'suspended':
      return <Badge tone="danger">Suspended</Badge>;
    case 'needs_auth':
      return <Badge tone="warning">Needs Auth</Badge>;
    default:
      return <Badge tone="neutral">Offline</Badge>;
  }
}
