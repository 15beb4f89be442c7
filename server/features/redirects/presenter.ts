import type { Redirect } from '../../../contract/redirects/redirects.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import type { RedirectRow } from '../../db/tables.ts';

/** With what is shown of the account, where it is for one. */
export interface ListedRedirect extends RedirectRow {
  readonly user_name: string | null;
  readonly user_role: Role | null;
}

export const withoutUser = (row: RedirectRow): ListedRedirect => ({ ...row, user_name: null, user_role: null });

export function presentRedirect(row: ListedRedirect): Redirect {
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    userRole: row.user_role,
    guestIp: row.guest_ip,
    guestId: row.guest_id,
    destinationPath: row.destination_path,
    reason: row.reason,
    isPersistent: row.is_persistent === 1,
    isGuestRedirect: row.guest_ip !== null,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
