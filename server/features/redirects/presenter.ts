import type { Redirect } from '../../../contract/redirects.ts';
import type { RedirectRow } from '../../db/tables.ts';

export function presentRedirect(row: RedirectRow & { readonly user_name: string | null }): Redirect {
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    guestIp: row.guest_ip,
    guestId: row.guest_id,
    destinationPath: row.destination_path,
    reason: row.reason,
    isPersistent: row.is_persistent === 1,
    isGuestRedirect: row.guest_ip !== null,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
