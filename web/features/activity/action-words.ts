import {
  CircleDot,
  CornerUpRight,
  Eye,
  Keyboard,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  MailX,
  PencilLine,
  ShieldAlert,
} from 'lucide-react';
import type { ActivityEntry } from '../../../contract/activity.ts';

interface Words {
  icon: LucideIcon;
  text: string;
  failed?: boolean;
}

const actions: Record<string, Words> = {
  login: { icon: LogIn, text: 'Signed in' },
  logout: { icon: LogOut, text: 'Signed out' },
  failed_login: { icon: ShieldAlert, text: 'Failed sign-in', failed: true },
  page_view: { icon: Eye, text: 'Viewed a page' },
  profile_update: { icon: PencilLine, text: 'Profile update' },
  redirect: { icon: CornerUpRight, text: 'Was redirected' },
  admin_redirect: { icon: CornerUpRight, text: 'Admin redirect' },
  email_entry: { icon: Mail, text: 'Entered an e-mail address' },
  code_entry: { icon: Keyboard, text: 'Entered a code' },
  code_success: { icon: MailCheck, text: 'Code accepted' },
  code_failed: { icon: MailX, text: 'Code refused', failed: true },
};

/** Many different things are a profile update; the details say which. */
const changes: Record<string, string> = {
  created: 'Created an account',
  registered: 'Registered',
  deleted: 'Deleted an account',
  status: 'Changed a status',
  role: 'Changed a role',
  details: 'Updated their details',
  password: 'Changed their password',
  'password reset': 'Reset a password',
  'session ended': 'Ended a session',
  'sessions ended': 'Ended all sessions',
  'security check passed': 'Passed a security check',
  'terms accepted': 'Accepted the terms',
  settings: 'Changed the settings',
  removed: 'Removed a redirect',
};

function changeIn(details: ActivityEntry['details']) {
  const change = details?.change ?? details?.changed;
  if (typeof change === 'string' && Object.hasOwn(changes, change)) return changes[change];
  return details?.prompt ? 'Prompted a guest' : undefined;
}

/** What happened, in words. An action that is new here is shown as it is called. */
export function actionWords({ action, details }: Pick<ActivityEntry, 'action' | 'details'>): Words {
  const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!known) return { icon: CircleDot, text: action.replaceAll('_', ' ') };
  if (action !== 'profile_update' && action !== 'admin_redirect') return known;
  return { ...known, text: changeIn(details) ?? known.text };
}

/** Somebody may be trying to get in. */
export const isSecurityAlert = ({ action }: Pick<ActivityEntry, 'action'>) => action === 'failed_login';
