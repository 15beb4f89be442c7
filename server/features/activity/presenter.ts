import { actorLabel } from '../../../contract/activity.rules.ts';
import type { ActivityEntry } from '../../../contract/activity.ts';
import type { NamedActivity } from './search.ts';

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
    details: row.details === null ? null : JSON.parse(row.details),
    createdAt: new Date(row.created_at).toISOString(),
  };
}
