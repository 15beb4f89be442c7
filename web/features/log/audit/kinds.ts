import type { AuditKind } from '../../../../contract/log/activity.rules.ts';

const GROUPS = ['Sign-in and security', 'Accounts', 'Exports and imports', 'Portal', 'Messages and help'] as const;
type Group = (typeof GROUPS)[number];

const kinds: Record<AuditKind, readonly [Group, string]> = {
  login: ['Sign-in and security', 'Signed in'],
  logout: ['Sign-in and security', 'Signed out'],
  failed_login: ['Sign-in and security', 'Failed sign-in'],
  password: ['Sign-in and security', 'Own password changed'],
  'security check passed': ['Sign-in and security', 'Security check passed'],
  'second factor added': ['Sign-in and security', 'Own second factor added'],
  'second factor removed': ['Sign-in and security', 'Own second factor removed'],
  'passkey renamed': ['Sign-in and security', 'Own passkey renamed'],
  'recovery codes made': ['Sign-in and security', 'Own recovery codes created'],
  'sso linked': ['Sign-in and security', 'Single sign-on linked'],
  'sso unlinked': ['Sign-in and security', 'Single sign-on unlinked'],
  'own session ended': ['Sign-in and security', 'Own session ended'],
  'other sessions ended': ['Sign-in and security', 'Own other sessions ended'],
  'own e-mail': ['Accounts', 'Own email address changed'],
  details: ['Accounts', 'Own details changed'],
  registered: ['Accounts', 'Registered'],
  'terms accepted': ['Accounts', 'Terms accepted'],
  created: ['Accounts', 'Account created'],
  edited: ['Accounts', 'Account edited'],
  status: ['Accounts', 'Status changed'],
  role: ['Accounts', 'Role changed'],
  deleted: ['Accounts', 'Account deleted'],
  'password reset': ['Accounts', 'Password reset'],
  'temporary password shown': ['Accounts', 'Temporary password viewed'],
  'second factor reset': ['Accounts', 'Second factor reset'],
  'session ended': ['Accounts', 'Session ended'],
  'sessions ended': ['Accounts', 'All sessions ended'],
  'bulk started': ['Accounts', 'Bulk action started'],
  'bulk ended': ['Accounts', 'Bulk action ended'],
  'person searched': ['Accounts', 'Person searched'],
  'person downloaded': ['Exports and imports', 'Data of a person downloaded'],
  'person erased': ['Accounts', 'Person erased'],
  'hold set': ['Accounts', 'Legal hold set'],
  'hold ended': ['Accounts', 'Legal hold ended'],
  'users exported': ['Exports and imports', 'Users exported'],
  'activity exported': ['Exports and imports', 'Activity log exported'],
  'audit exported': ['Exports and imports', 'Audit trail exported'],
  'verified exported': ['Exports and imports', 'Verified addresses exported'],
  'import checked': ['Exports and imports', 'Import checked'],
  'users imported': ['Exports and imports', 'Users imported'],
  settings: ['Portal', 'Settings changed'],
  'setting proposed': ['Portal', 'Settings change proposed'],
  'setting confirmed': ['Portal', 'Settings change confirmed'],
  'setting withdrawn': ['Portal', 'Settings change withdrawn'],
  'setting lapsed': ['Portal', 'Settings change dropped'],
  'setting in force': ['Portal', 'Settings change took effect'],
  'api key made': ['Portal', 'API key made'],
  'api key confirmed': ['Portal', 'API key confirmed'],
  'api key ended': ['Portal', 'API key ended'],
  'guest log deleted': ['Portal', 'Guest log deleted'],
  'webhook resent': ['Portal', 'Webhook delivery resent'],
  prompt: ['Messages and help', 'Prompt'],
  redirect: ['Messages and help', 'Redirect'],
  exit: ['Messages and help', 'Exit'],
  'redirect removed': ['Messages and help', 'Redirect removed'],
  'redirect done': ['Messages and help', 'Redirect completed'],
  resend: ['Messages and help', 'Code resent'],
  received: ['Messages and help', 'Delivery receipt'],
  claimed: ['Messages and help', 'Started helping'],
  released: ['Messages and help', 'Stopped helping'],
  'stepped in': ['Messages and help', 'Took over helping'],
  'told to come': ['Messages and help', 'Chose “Somebody told me to come here”'],
};

export const isKind = (text: string): text is AuditKind => Object.hasOwn(kinds, text);

export const kindLabel = (kind: AuditKind) => kinds[kind][1];

const all = Object.keys(kinds) as AuditKind[];

export const kindOptions = GROUPS.flatMap((group) =>
  all.filter((kind) => kinds[kind][0] === group).map((kind) => ({ kind, group, label: kindLabel(kind) })),
);
