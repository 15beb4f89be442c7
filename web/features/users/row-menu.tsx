import { Ellipsis } from 'lucide-react';
import { Link } from 'wouter';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/overlays/menu.tsx';
import { displayName } from './display-name.ts';
import type { RowActionsProps } from './row-buttons.tsx';
import { detailsAction, redirectAction, statusActions } from './user-actions.ts';

/** The same actions for fingers, which cannot hover. */
export const RowMenu = ({ user, isSelf, onOpen, onChange }: RowActionsProps) => (
  <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${displayName(user)}`} />}>
    <MenuItem onSelect={() => onOpen(user)}>
      <detailsAction.icon size={16} aria-hidden />
      {detailsAction.label}
    </MenuItem>
    <MenuLink>
      <Link href={redirectAction.href(user)}>
        <redirectAction.icon size={16} aria-hidden />
        {redirectAction.label}
      </Link>
    </MenuLink>
    {statusActions(user, isSelf).map(({ key, icon: Icon, label, change }) => (
      <MenuItem key={key} onSelect={() => onChange(change)}>
        <Icon size={16} aria-hidden />
        {label}
      </MenuItem>
    ))}
  </Menu>
);
