import { may, mayManage, type Permission } from '../../contract/users/roles.rules.ts';
import type { Role } from '../../contract/users/users.rules.ts';
import { usePortal } from './portal.ts';
import { ADMIN_PATHS, type AdminPath } from './url/return-url.ts';

const PAGE_ACCESS: Readonly<Record<AdminPath, Permission>> = {
  // The dashboard's figures are about users.
  '/admin': 'see-users',
  '/admin/users': 'see-users',
  '/admin/activity': 'see-activity',
  '/admin/audit': 'see-audit',
  '/admin/guest-activity': 'see-guests',
  '/admin/verified': 'see-portal',
  '/admin/people': 'manage-people',
  '/admin/notifications': 'back-office',
  '/admin/redirects': 'see-redirects',
  '/admin/api-keys': 'see-portal',
  '/admin/settings': 'see-portal',
};

export function mayOpen(role: Role, address: string): boolean {
  const [path] = address.split(/[?#]/, 1);
  const page = ADMIN_PATHS.find((known) => known === path);
  return page === undefined || may(role, PAGE_ACCESS[page]);
}

/** The first page after the sign-in. */
export const homeOf = (role: Role): AdminPath => (mayOpen(role, '/admin') ? '/admin' : '/admin/guest-activity');

/** A changed role ends the session, so this never goes stale. */
export function useMay() {
  const role = usePortal().user?.role ?? 'user';
  return {
    role,
    may: (permission: Permission) => may(role, permission),
    mayManage: (other: Role) => mayManage(role, other),
    mayOpen: (address: string) => mayOpen(role, address),
  };
}
