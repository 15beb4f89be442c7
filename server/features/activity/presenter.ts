import { actorLabel } from '../../../contract/activity.rules.ts';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { maskedEmail } from '../../../contract/masked-email.ts';
import type { ActivityRow } from '../../db/tables.ts';
import type { NamedActivity } from './search.ts';

/** Older versions kept what a guest typed as it was, and one may still be running beside this one. */
function presentDetails({ action, details }: Pick<ActivityRow, 'action' | 'details'>): ActivityEntry['details'] {
  if (details === null) return null;
  const { addressHash: _, ...shown } = JSON.parse(details);
  return action === 'email_entry' ? { ...shown, email: maskedEmail(String(shown.email)) } : shown;
}

export function presentActivity(row: NamedActivity): ActivityEntry {
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    formerName: row.user_name === null && actorLabel(row.user_id) === null ? row.actor_name : null,
    action: row.action,
    page: row.page,
    ipAddress: row.ip_address,
    location: row.location,
    device: row.device,
    userAgent: row.user_agent,
    details: presentDetails(row),
    createdAt: new Date(row.created_at).toISOString(),
  };
}
