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
import {
  type Action,
  actorLabel,
  type ChangeKind,
  formerLabel,
  UNKNOWN_USER,
} from '../../../contract/activity.rules.ts';
import type { ActivityEntry } from '../../../contract/activity.ts';

type Details = ActivityEntry['details'];

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
  redirect: { icon: CornerUpRight, text: 'Was redirected' },
  admin_redirect: { icon: CornerUpRight, text: 'Admin redirect' },
  email_entry: { icon: Mail, text: 'Entered an e-mail address' },
  code_entry: { icon: Keyboard, text: 'Entered a code' },
  code_success: { icon: MailCheck, text: 'Code accepted' },
  code_failed: { icon: MailX, text: 'Code refused', failed: true },
};

/** Many different things are a profile update or an admin redirect; the details say which. */
const changes: Record<ChangeKind, string> = {
  details: 'Updated their details',
  password: 'Changed their password',
  registered: 'Registered',
  'terms accepted': 'Accepted the terms',
  'security check passed': 'Passed a security check',
  created: 'Created an account',
  status: 'Changed a status',
  role: 'Changed a role',
  deleted: 'Deleted an account',
  'password reset': 'Reset a password',
  'session ended': 'Ended a session',
  'sessions ended': 'Ended all sessions',
  'temporary password shown': 'Looked at a temporary password',
  'users exported': 'Exported users',
  'activity exported': 'Exported the activity log',
  'import checked': 'Checked a file of users',
  'users imported': 'Imported users',
  settings: 'Changed the settings',
  'setting proposed': 'Proposed a change of the settings',
  'setting withdrawn': 'Withdrew a proposed change of the settings',
  'setting lapsed': 'A proposed change of the settings was dropped',
  'setting confirmed': 'Confirmed a proposed change of the settings',
  'setting in force': 'A proposed change of the settings came into force',
  'guest log deleted': 'Deleted guest log entries',
  prompt: 'Prompted a guest',
  redirect: 'Admin redirect',
  exit: 'Led a guest to the exit',
  'redirect removed': 'Removed a redirect',
  'prompt shown': 'Was shown a prompt',
  'exit shown': 'Got the exit page',
  'exit followed': 'Left for the exit address',
  'exit declined': 'Stayed in place of leaving',
};

/** The details as the contract has them now. Versions before it named the changes wrote three of them differently. */
export function currentDetails(details: Details): Details {
  if (details?.changed) {
    const { changed, ...others } = details;
    return { change: changed, ...others };
  }
  if (details?.change === 'removed') return { ...details, change: 'redirect removed' };
  if (details?.prompt && !details.change) return { change: 'prompt', ...details };
  return details;
}

/** Undefined where nothing changed, or in a way that a newer server knows and this page does not. */
export function changeWords(details: Details): string | undefined {
  const change = currentDetails(details)?.change;
  return typeof change === 'string' && Object.hasOwn(changes, change) ? changes[change as ChangeKind] : undefined;
}

/** What happened. A newer server may know actions that this page does not: they are shown as they are called. */
export function actionWords({ action, details }: Pick<ActivityEntry, 'action' | 'details'>): ActionWords {
  if (!Object.hasOwn(actions, action)) return { icon: CircleDot, text: action.replaceAll('_', ' ') };
  return { ...actions[action], text: changeWords(details) ?? actions[action].text };
}

/** Somebody may be trying to get in. */
export const isSecurityAlert = ({ action }: Pick<ActivityEntry, 'action'>) => action === 'failed_login';

/** Who did it: by name, as a guest at an address, or at the terminal of the server. */
export const actorOf = ({ userId, userName, formerName }: Pick<ActivityEntry, 'userId' | 'userName' | 'formerName'>) =>
  userName || (actorLabel(userId) ?? (formerName ? formerLabel(formerName) : UNKNOWN_USER));
