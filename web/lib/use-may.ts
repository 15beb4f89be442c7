import { may, mayManage, type Permission } from '../../contract/users/roles.rules.ts';
import type { Role } from '../../contract/users/users.rules.ts';
import { mayOpen } from './page-access.ts';
import { usePortal } from './portal.ts';

/**
 * What the role of the signed-in person allows. Pages show what works for it; the server decides. Another role ends the
 * session, so the one that came with the page is right for as long as the page is open.
 */
export function useMay() {
  const role = usePortal().user?.role ?? 'user';
  return {
    role,
    may: (permission: Permission) => may(role, permission),
    /** Accounts of this role, and whether it can be given. */
    mayManage: (other: Role) => mayManage(role, other),
    /** The page at an address of the back-office, with whatever follows its path. */
    mayOpen: (address: string) => mayOpen(role, address),
  };
}
