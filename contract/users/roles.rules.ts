/** Who may do what in the back-office. No schemas here: every page of it imports this file. */
import type { Role } from './users.rules.ts';

/**
 * The one table of roles: routes declare a permission, policies and the socket ask for one, and pages show what it allows.
 * Staff who message guests cannot change the texts of messages or the exit.
 */
export const PERMISSIONS = {
  /** To come in: the dashboard's figures, one's own bell and preferences. */
  'back-office': ['helper', 'manager', 'auditor', 'admin'],
  'see-guests': ['helper', 'auditor', 'admin'],
  /** Prompts, redirects, exits and resends to guests, and who is helping. */
  'message-guests': ['helper', 'admin'],
  'see-users': ['manager', 'auditor', 'admin'],
  'change-users': ['manager', 'admin'],
  /** Redirects of guests for those who message guests, of users for those who change users: see the policy of redirects. */
  'see-redirects': ['helper', 'manager', 'auditor', 'admin'],
  redirect: ['helper', 'manager', 'admin'],
  /** The whole activity log. */
  'see-activity': ['auditor', 'admin'],
  'see-audit': ['auditor', 'admin'],
  /** Settings, what waits for a second admin, security checks, verified addresses, deliveries to other systems. */
  'see-portal': ['auditor', 'admin'],
  'change-portal': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

export const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);

/**
 * Whose accounts somebody may make, change, end the sessions of or reset, and which roles they may give. Nobody gives a role
 * that they do not have or gets at an account that may do more than they: staff accounts are the business of admins.
 */
export const mayManage = (role: Role, other: Role): boolean =>
  may(role, 'change-users') && (other === 'user' || role === 'admin');

/** Everybody but users: whoever may come in. */
export const isStaff = (role: Role): boolean => role !== 'user';
