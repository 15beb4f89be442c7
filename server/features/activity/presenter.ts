import type { ActivityEntry } from '../../../contract/activity.ts';
import type { ActivityRow } from '../../db/tables.ts';

export function presentActivity(row: ActivityRow): ActivityEntry {
  return {
    id: row.id,
    userId: row.user_id,
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
