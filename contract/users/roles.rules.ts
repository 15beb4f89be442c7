import type { Role } from './users.rules.ts';

/** Helpers, who message guests, can't change the texts or the exit. Decision 56. */
export const PERMISSIONS = {
  'back-office': ['helper', 'manager', 'auditor', 'admin'],
  'see-guests': ['helper', 'auditor', 'admin'],
  'message-guests': ['helper', 'admin'],
  'see-users': ['manager', 'auditor', 'admin'],
  'change-users': ['manager', 'admin'],
  /** For which users: see the policy of redirects. */
  'see-redirects': ['helper', 'manager', 'auditor', 'admin'],
  redirect: ['helper', 'manager', 'admin'],
  'see-activity': ['auditor', 'admin'],
  'see-audit': ['auditor', 'admin'],
  'see-portal': ['auditor', 'admin'],
  'change-portal': ['admin'],
  /** Export and erase a person; legal holds. */
  'manage-people': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

export const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);

/** Only admins manage staff. */
export const mayManage = (role: Role, other: Role): boolean =>
  may(role, 'change-users') && (other === 'user' || role === 'admin');

export const isStaff = (role: Role): boolean => role !== 'user';
