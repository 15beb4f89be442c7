import { memo } from 'react';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { RoleLabel, StatusBadge, UserIdentity } from '../identity.tsx';
import { displayName } from '../names.ts';
import { RowMenu } from './row-menu.tsx';
import type { RowProps } from './row-props.ts';
import { SelectUser } from './select-user.tsx';

/** A row of the list on a phone. One button lies over all of it, below the checkbox and the menu. */
export const UserCard = memo(function UserCard(row: RowProps) {
  const { user, index, isSelf, isSelected, onOpen } = row;
  return (
    <li
      data-index={index}
      data-selected={isSelected}
      className="relative flex h-24 items-start gap-3 border-line border-b px-4 py-3 data-[selected=true]:bg-accent-soft/50"
    >
      <button
        type="button"
        aria-label={`View details of ${displayName(user)}`}
        onClick={() => onOpen(user)}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      />
      <span className="relative flex h-9 items-center">
        <SelectUser {...row} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex h-9 items-center gap-3">
          <UserIdentity user={user} isSelf={isSelf} />
        </div>
        <div className="flex items-center gap-3 pl-11 text-13">
          <StatusBadge status={user.status} />
          <RoleLabel role={user.role} />
          <span className="ml-auto text-muted">
            <TimeAgo at={user.updatedAt} />
          </span>
        </div>
      </div>
      <span className="relative -mr-2 has-data-[state=open]:z-10">
        <RowMenu {...row} />
      </span>
    </li>
  );
});
