import type { User } from '../../../contract/users.ts';
import { IconButton, IconLink } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import type { Change } from './change-user.ts';
import { displayName } from './display-name.ts';
import { detailsAction, redirectAction, statusActions } from './user-actions.ts';

export interface RowActionsProps {
  user: User;
  isSelf: boolean;
  onOpen: (user: User) => void;
  onChange: (change: Change) => void;
}

/** The actions of a row where there is a pointer that can hover. */
export function RowButtons({ user, isSelf, onOpen, onChange }: RowActionsProps) {
  const name = displayName(user);
  const [reauthenticate, toggle] = statusActions(user, isSelf).map(({ key, icon, label, labelOf, change }) => (
    <Tooltip key={key} text={label} side="top">
      <IconButton icon={icon} label={labelOf(name)} onClick={() => onChange(change)} />
    </Tooltip>
  ));
  return (
    <>
      <Tooltip text={redirectAction.label} side="top">
        <IconLink icon={redirectAction.icon} label={`Redirect ${name}`} href={redirectAction.href(user)} />
      </Tooltip>
      {reauthenticate}
      <Tooltip text={detailsAction.label} side="top">
        <IconButton icon={detailsAction.icon} label={`View details of ${name}`} onClick={() => onOpen(user)} />
      </Tooltip>
      {toggle}
    </>
  );
}
