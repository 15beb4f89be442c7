import { may, mayManage, type Permission } from '../../contract/users/roles.rules.ts';
import type { Role } from '../../contract/users/users.rules.ts';
import { mayOpen } from './page-access.ts';
import { usePortal } from './portal.ts';

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
