import {
  CircleDot,
  CornerUpRight,
  Eye,
  Keyboard,
  LifeBuoy,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  MailX,
  PencilLine,
  ShieldAlert,
} from 'lucide-react';
import type { Action } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { isKind, kindLabel } from '../audit/kinds.ts';

interface ActionWords {
  icon: LucideIcon;
  text: string;
  failed?: boolean;
}

const actions: Record<Action, ActionWords> = {
  login: { icon: LogIn, text: 'Signed in' },
  logout: { icon: LogOut, text: 'Signed out' },
  failed_login: { icon: ShieldAlert, text: 'Failed sign-in', failed: true },
  page_view: { icon: Eye, text: 'Viewed a page' },
  profile_update: { icon: PencilLine, text: 'Profile update' },
  redirect: { icon: CornerUpRight, text: 'Message received' },
  admin_redirect: { icon: CornerUpRight, text: 'Admin redirect' },
  email_entry: { icon: Mail, text: 'Entered an email address' },
  code_entry: { icon: Keyboard, text: 'Entered a code' },
  code_success: { icon: MailCheck, text: 'Code accepted' },
  code_failed: { icon: MailX, text: 'Wrong code', failed: true },
  help: { icon: LifeBuoy, text: 'Asked for help' },
};

/** A newer server may send unknown actions. */
export const actionWords = ({ action }: Pick<ActivityEntry, 'action'>): ActionWords =>
  Object.hasOwn(actions, action) ? actions[action] : { icon: CircleDot, text: action.replaceAll('_', ' ') };

/** For changes by staff or users, the words of the audit trail. */
export function kindWords({ action, details }: Pick<ActivityEntry, 'action' | 'details'>): string {
  const change = String(details?.change ?? '');
  return isKind(change) ? kindLabel(change) : actionWords({ action }).text;
}

export const isSecurityAlert = ({ action }: Pick<ActivityEntry, 'action'>) => action === 'failed_login';
