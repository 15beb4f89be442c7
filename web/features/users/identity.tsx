import { Shield } from 'lucide-react';
import type { Role, Status } from '../../../contract/users.rules.ts';
import type { User } from '../../../contract/users.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Clipped } from '../../ui/clipped.tsx';
import { displayName, secondLine } from './names.ts';

/** Picture, name and address in the height of two lines. */
export function UserIdentity({ user, isSelf }: { user: User; isSelf: boolean }) {
  const name = displayName(user);
  const below = secondLine(user);
  return (
    <>
      <Avatar name={name} src={user.profileImageUrl} />
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <Clipped text={name} className="font-medium" />
          {isSelf && (
            <span className="shrink-0 rounded-small border border-line px-1.5 text-12 font-normal text-muted">You</span>
          )}
        </span>
        {below && <Clipped text={below} className="text-12 font-normal text-muted" />}
      </span>
    </>
  );
}

export const RoleLabel = ({ role }: { role: Role }) =>
  role === 'admin' ? (
    <span className="inline-flex items-center gap-1.5 align-middle font-medium">
      <Shield size={14} className="text-accent-ink" aria-hidden />
      Admin
    </span>
  ) : (
    <span className="text-muted">User</span>
  );

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
