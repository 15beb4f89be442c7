import { Ban, CircleCheck, CornerUpRight, KeyRound, type LucideIcon, PanelRightOpen } from 'lucide-react';
import type { User } from '../../../contract/users.ts';
import type { UserChange } from './api.ts';
import { describeChange } from './change-dialog.tsx';
import { displayName } from './names.ts';

export const redirectAction = {
  icon: CornerUpRight,
  label: 'Redirect user',
  href: (user: User) => `/admin/redirects?user=${encodeURIComponent(user.id)}`,
};

export const detailsAction = { icon: PanelRightOpen, label: 'View details' };

/**
 * The changes of status that a row offers. The server lets nobody change their own. Both faces of the
 * toggle have one key: it stays the same button, which keeps its focus.
 */
export function statusActions(user: User, isSelf: boolean) {
  if (isSelf) return [];
  const action = (key: string, icon: LucideIcon, status: User['status']) => {
    const change: UserChange = { kind: 'status', user, status };
    const { title, confirm } = describeChange(change);
    return { key, icon, label: confirm, labelWithName: `${title[0]} ${displayName(user)}`, change };
  };
  return [
    action('reauthenticate', KeyRound, 'needs_auth'),
    user.status === 'suspended' ? action('toggle', CircleCheck, 'active') : action('toggle', Ban, 'suspended'),
  ];
}
