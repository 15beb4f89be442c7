import { Ban, CircleCheck, CornerUpRight, KeyRound, PanelRightOpen } from 'lucide-react';
import type { User } from '../../../contract/users.ts';
import type { UserChange } from './api.ts';

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
  const change = (status: User['status']): UserChange => ({ kind: 'status', user, status });
  return [
    {
      key: 'reauthenticate',
      icon: KeyRound,
      label: 'Force re-authentication',
      labelOf: (name: string) => `Force re-authentication of ${name}`,
      change: change('needs_auth'),
    },
    user.status === 'suspended'
      ? {
          key: 'toggle',
          icon: CircleCheck,
          label: 'Activate',
          labelOf: (name: string) => `Activate ${name}`,
          change: change('active'),
        }
      : {
          key: 'toggle',
          icon: Ban,
          label: 'Suspend',
          labelOf: (name: string) => `Suspend ${name}`,
          change: change('suspended'),
        },
  ];
}
