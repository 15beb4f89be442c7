import { type MouseEvent, memo } from 'react';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { RoleLabel, StatusBadge, UserIdentity } from '../identity.tsx';
import { RowButtons } from './row-buttons.tsx';
import { RowMenu } from './row-menu.tsx';
import type { RowProps } from './row-props.ts';
import { SelectUser } from './select-user.tsx';
import { cellClass } from './users-columns.tsx';

/** Below the heading, which is the first row. */
const ROWS_ABOVE = 2;

/** Something in the row that does something else, or text that somebody is selecting to copy it. */
const isMeantForAnother = ({ target }: MouseEvent) =>
  (target instanceof Element && target.closest('a, button, input, [role="menu"], [role="tooltip"]') !== null) ||
  getSelection()?.type === 'Range';

interface UserRowProps extends RowProps {
  canHover: boolean;
}

export const UserRow = memo(function UserRow({ canHover, ...row }: UserRowProps) {
  const { user, index, isSelf, isSelected, onOpen } = row;
  const Actions = canHover ? RowButtons : RowMenu;
  return (
    <tr
      data-index={index}
      aria-rowindex={index + ROWS_ABOVE}
      data-selected={isSelected}
      onClick={(event) => {
        if (!isMeantForAnother(event)) onOpen(user);
      }}
      className="group h-14 cursor-pointer transition-colors hover:bg-hover/50 data-[selected=true]:bg-accent-soft/50"
    >
      <td className={cellClass}>
        <div className="flex items-center gap-3">
          <SelectUser {...row} />
          <UserIdentity user={user} isSelf={isSelf} />
        </div>
      </td>
      <td className={cellClass}>
        <StatusBadge status={user.status} />
      </td>
      <td className={cellClass}>
        <RoleLabel role={user.role} />
      </td>
      <td className={`${cellClass} text-muted`}>
        <TimeAgo at={user.updatedAt} />
      </td>
      <td className={cellClass}>
        <div
          className={`flex justify-end gap-0.5 ${canHover ? 'opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100' : ''}`}
        >
          <Actions {...row} />
        </div>
      </td>
    </tr>
  );
});
