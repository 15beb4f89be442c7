import type { AuditKind } from '../../../../contract/log/activity.rules.ts';

const GROUPS = ['Signing in', 'Accounts', 'Files', 'Portal', 'Guests and users on their pages'] as const;
type Group = (typeof GROUPS)[number];

const kinds: Record<AuditKind, readonly [Group, string]> = {
  login: ['Signing in', 'Signed in'],
  logout: ['Signing in', 'Signed out'],
  failed_login: ['Signing in', 'Failed to sign in'],
  password: ['Signing in', 'Own password'],
  'security check passed': ['Signing in', 'Passed a security check'],
  'second factor added': ['Signing in', 'Own second factor added'],
  'second factor removed': ['Signing in', 'Own second factor removed'],
  'passkey renamed': ['Signing in', 'Own passkey renamed'],
  'recovery codes made': ['Signing in', 'Own recovery codes made'],
  'sso linked': ['Signing in', 'Single sign-on linked'],
  'sso unlinked': ['Signing in', 'Single sign-on unlinked'],
  'own session ended': ['Signing in', 'Own session ended'],
  'other sessions ended': ['Signing in', 'Own other sessions ended'],
  'own e-mail': ['Accounts', 'Own e-mail address'],
  details: ['Accounts', 'Own details'],
  registered: ['Accounts', 'Registered'],
  'terms accepted': ['Accounts', 'Accepted the terms'],
  created: ['Accounts', 'Account created'],
  edited: ['Accounts', 'Account edited'],
  status: ['Accounts', 'Status'],
  role: ['Accounts', 'Role'],
  deleted: ['Accounts', 'Account deleted'],
  'password reset': ['Accounts', 'Password reset'],
  'temporary password shown': ['Accounts', 'Temporary password looked at'],
  'second factor reset': ['Accounts', 'Second factor reset'],
  'session ended': ['Accounts', 'Session ended'],
  'sessions ended': ['Accounts', 'All sessions ended'],
  'bulk started': ['Accounts', 'Bulk work begun'],
  'bulk ended': ['Accounts', 'Bulk work ended'],
  'users exported': ['Files', 'Users exported'],
  'activity exported': ['Files', 'Activity exported'],
  'audit exported': ['Files', 'Audit trail exported'],
  'verified exported': ['Files', 'Verified addresses exported'],
  'import checked': ['Files', 'Import checked'],
  'users imported': ['Files', 'Users imported'],
  settings: ['Portal', 'Settings'],
  'setting proposed': ['Portal', 'Setting proposed'],
  'setting confirmed': ['Portal', 'Setting confirmed'],
  'setting withdrawn': ['Portal', 'Setting withdrawn'],
  'setting lapsed': ['Portal', 'Proposed setting dropped'],
  'setting in force': ['Portal', 'Setting in force'],
  'guest log deleted': ['Portal', 'Guest log deleted'],
  'webhook resent': ['Portal', 'Result sent again'],
  prompt: ['Guests and users on their pages', 'Prompt'],
  redirect: ['Guests and users on their pages', 'Redirect'],
  exit: ['Guests and users on their pages', 'Exit'],
  'redirect removed': ['Guests and users on their pages', 'Redirect removed'],
  'redirect done': ['Guests and users on their pages', 'Redirect done'],
  resend: ['Guests and users on their pages', 'New code'],
  claimed: ['Guests and users on their pages', 'Took over helping'],
  released: ['Guests and users on their pages', 'Finished helping'],
  'stepped in': ['Guests and users on their pages', 'Stepped in'],
  received: ['Guests and users on their pages', 'Delivery receipt'],
  'told to come': ['Guests and users on their pages', 'Told to come here'],
};

export const isKind = (text: string): text is AuditKind => Object.hasOwn(kinds, text);

export const kindLabel = (kind: AuditKind) => kinds[kind][1];

const all = Object.keys(kinds) as AuditKind[];

export const kindGroups = GROUPS.map((group) =>
  all.filter((kind) => kinds[kind][0] === group).map((kind) => ({ value: kind, label: kindLabel(kind) })),
);
