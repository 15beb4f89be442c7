import type { User } from '../../../contract/users.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { displayName, secondLine } from './display-name.ts';

interface UserIdentityProps {
  user: User;
  isSelf: boolean;
}

/** Picture, name and address in the height of two lines. */
export function UserIdentity({ user, isSelf }: UserIdentityProps) {
  const name = displayName(user);
  const below = secondLine(user);
  return (
    <>
      <Avatar name={name} src={user.profileImageUrl} />
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <bdi title={name} className="truncate text-left font-medium">
            {name}
          </bdi>
          {isSelf && (
            <span className="shrink-0 rounded-small border border-line px-1.5 text-12 font-normal text-muted">You</span>
          )}
        </span>
        {below && (
          <bdi title={below} className="truncate text-left text-12 font-normal text-muted">
            {below}
          </bdi>
        )}
      </span>
    </>
  );
}
