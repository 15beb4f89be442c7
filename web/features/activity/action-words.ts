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
import {
  type Action,
  actorLabel,
  type ChangeKind,
  formerLabel,
  UNKNOWN_USER,
} from '../../../contract/activity.rules.ts';
import type { ActivityEntry } from '../../../contract/activity.ts';
import type { SteerWhat } from '../../../contract/care.rules.ts';
import type { HelpStep } from '../../../contract/help.rules.ts';

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
  help: { icon: LifeBuoy, text: 'Asked for help' },
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
  edited: 'Edited an account',
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
  'bulk started': 'Started bulk work on users',
  'bulk ended': 'Bulk work on users ended',
  'guest log deleted': 'Deleted guest log entries',
  prompt: 'Prompted a guest',
  redirect: 'Admin redirect',
  exit: 'Led a guest to the exit',
  'redirect removed': 'Removed a redirect',
  'redirect done': 'Did what a redirect asked for',
  resend: 'Sent a guest a new code',
  claimed: 'Took over helping a guest',
  released: 'Finished helping a guest',
  'stepped in': 'Stepped in to help a guest',
};

/** What became of it at the guest's page. */
const received: Record<SteerWhat, string> = {
  'email-prompt': 'Was shown a prompt',
  'code-prompt': 'Was shown a prompt',
  move: 'Was redirected',
  exit: 'Was led to the exit',
  resend: 'Was sent a new code',
};

function receivedWords({ action, details }: Pick<ActivityEntry, 'action' | 'details'>): string | undefined {
  const what = details?.what;
  const isKnown = action === 'redirect' && typeof what === 'string' && Object.hasOwn(received, what);
  return isKnown ? received[what as SteerWhat] : undefined;
}

const helpSteps: Record<HelpStep, string> = {
  asked: 'Asked for help',
  withdrawn: 'Needed no help any more',
  halted: 'Said that somebody told them to come here',
  'went on': 'Chose to go on',
};

/** The details as the contract has them now. Versions before it named the changes wrote three of them differently. */
export function currentDetails(details: Details): Details {
  if (typeof details?.changed === 'string') {
    const { changed, ...others } = details;
    return { change: changed, ...others };
  }
  if (details?.change === 'removed') return { ...details, change: 'redirect removed' };
  if (details?.prompt && !details.change) return { change: 'prompt', ...details };
  return details;
}

const wordsIn = (words: Readonly<Record<string, string>>, name: unknown) =>
  typeof name === 'string' && Object.hasOwn(words, name) ? words[name] : undefined;

/** Undefined where the details say nothing of what happened, or in a way that a newer server knows and this page does not. */
export const changeWords = (details: Details): string | undefined =>
  wordsIn(changes, currentDetails(details)?.change) ?? wordsIn(helpSteps, details?.help);

/** What happened. A newer server may know actions that this page does not: they are shown as they are called. */
export function actionWords({ action, details }: Pick<ActivityEntry, 'action' | 'details'>): ActionWords {
  if (!Object.hasOwn(actions, action)) return { icon: CircleDot, text: action.replaceAll('_', ' ') };
  const text = changeWords(details) ?? receivedWords({ action, details }) ?? actions[action].text;
  return { ...actions[action], text };
}

/** Somebody may be trying to get in. */
export const isSecurityAlert = ({ action }: Pick<ActivityEntry, 'action'>) => action === 'failed_login';

/** Who did it: by name, as a guest at an address, or at the terminal of the server. */
export const actorOf = ({ userId, userName, formerName }: Pick<ActivityEntry, 'userId' | 'userName' | 'formerName'>) =>
  userName || (actorLabel(userId) ?? (formerName ? formerLabel(formerName) : UNKNOWN_USER));
