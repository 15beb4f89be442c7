import { Ellipsis } from 'lucide-react';
import { type ChangeEvent, memo } from 'react';
import type { UserListItem } from '../../../../contract/users/users.ts';
import { displayName } from '../../../lib/user-names.ts';
import { IconButton, IconLink } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Menu, MenuItem, MenuLink } from '../../../ui/overlays/menu.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { RowActions, TableCell, TableRow } from '../../../ui/rows/virtual-table.tsx';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import {
  detailsAction,
  editAction,
  redirectAction,
  resetAction,
  statusActions,
  type UserActionRequest,
} from '../actions.tsx';
import { PanelLink, RoleLabel, UserIdentity, UserStatus } from '../identity.tsx';
import { isNewcomer } from '../standing.ts';

/** Staff are never changed in bulk. */
export const isSelectable = (user: Pick<UserListItem, 'role'>) => user.role === 'user';

/** Callbacks must be stable, or every row renders again. */
interface RowProps {
  user: UserListItem;
  index: number;
  isSelf: boolean;
  canManage: boolean;
  canSelect: boolean;
  isSelected: boolean;
  onToggle: (id: string, selected: boolean, extend: boolean) => void;
  onOpen: (user: UserListItem) => void;
  onAction: (request: UserActionRequest) => void;
}

interface UserRowProps extends RowProps {
  isNew: boolean;
  isRoomy: boolean;
  hasButtons: boolean;
}

/** Buttons float over the row, so that names get the room. An open menu covers the buttons of the rows below. */
const floatingClass =
  'absolute top-1/2 end-6 -translate-y-1/2 rounded-control border border-line bg-raised px-0.5 has-data-[state=open]:z-10';

export const UserRow = memo(function UserRow({ isNew, isRoomy, hasButtons, ...row }: UserRowProps) {
  const { user, index, isSelf, isSelected, onOpen } = row;
  return (
    <TableRow index={index} isSelected={isSelected} isNew={isNew} onOpen={() => onOpen(user)}>
      <TableCell>
        <div className="flex items-center gap-3">
          <SelectUser {...row} />
          <UserIdentity user={user} isSelf={isSelf} onOpen={() => onOpen(user)} />
        </div>
      </TableCell>
      <TableCell>
        <UserStatus user={user} />
      </TableCell>
      <TableCell>
        <RoleLabel role={user.role} />
      </TableCell>
      <TableCell className="text-muted">
        <TimeAgo at={user.activeAt} />
      </TableCell>
      {isRoomy && (
        <TableCell className="text-muted">
          <TimeAgo at={user.createdAt} />
        </TableCell>
      )}
      <TableCell className="relative">
        <RowActions className={`gap-0.5 ${hasButtons ? floatingClass : ''}`}>
          {hasButtons && <ActionButtons {...row} />}
          <ActionMenu {...row} />
        </RowActions>
      </TableCell>
    </TableRow>
  );
});

/** The height of `h-24`. */
export const CARD_REM = 6;

export const UserCard = memo(function UserCard(row: RowProps) {
  const { user, index, isSelf, isSelected, onOpen } = row;
  return (
    <li
      data-index={index}
      data-selected={isSelected}
      className="relative flex h-24 items-start gap-3 border-line border-b px-4 py-3 data-[selected=true]:bg-accent-soft/50"
    >
      <PanelLink
        user={user}
        aria-label={`View details of ${displayName(user)}`}
        onOpen={() => onOpen(user)}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      />
      {row.canSelect && (
        <span className="relative flex h-9 items-center">
          <SelectUser {...row} />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex h-9 items-center gap-3">
          <UserIdentity user={user} isSelf={isSelf} />
        </div>
        <div className="flex items-center gap-3 ps-10 text-13">
          <UserStatus user={user} />
          <RoleLabel role={user.role} />
          {/* Before the first sign-in the time would only say when staff changed the account. */}
          {!isNewcomer(user) && (
            <span className="ms-auto text-muted">
              <TimeAgo at={user.activeAt} />
            </span>
          )}
        </div>
      </div>
      <span className="relative -me-2 has-data-[state=open]:z-10">
        <ActionMenu {...row} />
      </span>
    </li>
  );
});

const hasShift = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

function SelectUser({
  user,
  canSelect,
  isSelected,
  onToggle,
}: Pick<RowProps, 'user' | 'canSelect' | 'isSelected' | 'onToggle'>) {
  if (!canSelect) return null;
  if (!isSelectable(user)) return <span className="w-4 shrink-0" />;
  return (
    <Checkbox
      aria-label={`Select ${displayName(user)}`}
      checked={isSelected}
      onChange={(event) => onToggle(user.id, event.target.checked, hasShift(event))}
    />
  );
}

type ActionsProps = Pick<RowProps, 'user' | 'isSelf' | 'canManage' | 'onOpen' | 'onAction'>;

function ActionButtons({ user, isSelf, canManage, onOpen, onAction }: ActionsProps) {
  const name = displayName(user);
  const [reauthenticate, toggle] = statusActions(user, canManage && !isSelf).map(
    ({ key, icon, label, labelWithName, request }) => (
      <Tooltip key={key} text={label} side="top">
        <IconButton icon={icon} label={labelWithName} onClick={() => onAction(request)} />
      </Tooltip>
    ),
  );
  return (
    <>
      {canManage && (
        <Tooltip text={redirectAction.label} side="top">
          <IconLink icon={redirectAction.icon} label={`Redirect ${name}`} href={redirectAction.href(user)} />
        </Tooltip>
      )}
      {reauthenticate}
      <Tooltip text={detailsAction.label} side="top">
        <IconButton icon={detailsAction.icon} label={`View details of ${name}`} onClick={() => onOpen(user)} />
      </Tooltip>
      {toggle}
    </>
  );
}

const ActionMenu = ({ user, isSelf, canManage, onOpen, onAction }: ActionsProps) => (
  <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${displayName(user)}`} />}>
    <MenuItem {...detailsAction} onSelect={() => onOpen(user)} />
    {canManage && (
      <>
        <MenuLink icon={redirectAction.icon} label={redirectAction.label} href={redirectAction.href(user)} />
        <MenuItem {...editAction} onSelect={() => onAction({ user, action: 'edit' })} />
      </>
    )}
    {canManage && !isSelf && (
      <MenuItem {...resetAction} onSelect={() => onAction({ user, action: 'reset_password' })} />
    )}
    {statusActions(user, canManage && !isSelf).map(({ key, icon, label, request }) => (
      <MenuItem key={key} icon={icon} label={label} onSelect={() => onAction(request)} />
    ))}
  </Menu>
);
