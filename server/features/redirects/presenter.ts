import type { Redirect } from '../../../contract/redirects/redirects.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { iso } from '../../clock.ts';
import type { RedirectRow } from '../../db/tables.ts';

export interface ListedRedirect extends RedirectRow {
  readonly user_name: string | null;
  readonly user_role: Role | null;
}

export function presentRedirect(row: ListedRedirect): Redirect {
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    userRole: row.user_role,
    guestIp: null,
    guestId: null,
    guest: null,
    destinationPath: row.destination_path,
    reason: row.reason,
    isPersistent: row.is_persistent === 1,
    isGuestRedirect: false,
    createdAt: iso(row.created_at),
  };
}
