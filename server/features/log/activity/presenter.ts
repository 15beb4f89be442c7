import { UNKNOWN_USER } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';
import { aboutUserId, actorIn, type Details, detailsOf, type Names, namesIn } from './names.ts';

/** Whether the list of guests still has a browser, by its public id. */
export type IsListed = (guestId: string) => boolean;

/** Older versions kept what a guest typed as it was, and one may still be running beside this one. */
function presentDetails(action: ActivityRow['action'], details: Details): ActivityEntry['details'] {
  const { addressHash: _, ...shown } = details as NonNullable<ActivityEntry['details']>;
  return action === 'email_entry' ? { ...shown, email: maskedEmail(String(shown.email)) } : shown;
}

function presentAbout(details: Details, names: Names): ActivityEntry['about'] {
  const userId = aboutUserId(details);
  const { username, guest } = details;
  if (userId !== null) {
    const { name, isFormer } = names.get(userId) ?? { name: String(username ?? UNKNOWN_USER), isFormer: true };
    return { userId, name, isFormer };
  }
  return typeof guest === 'string' ? { guestIp: guest } : null;
}

function presentEntry(row: ActivityRow, names: Names, isListed: IsListed): ActivityEntry {
  const actor = actorIn(names, row);
  const details = detailsOf(row);
  return {
    id: row.id,
    userId: row.user_id,
    userName: actor?.isFormer === false ? actor.name : null,
    formerName: actor?.isFormer === true ? actor.name : null,
    about: presentAbout(details, names),
    guestId: row.guest_id !== null && isListed(row.guest_id) ? row.guest_id : null,
    action: row.action,
    page: row.page,
    ipAddress: row.ip_address,
    location: row.location,
    device: row.device,
    userAgent: row.user_agent,
    details: row.details === null ? null : presentDetails(row.action, details),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** With the names of everybody whom they are of and about. */
export async function presentActivity(
  reader: Db,
  rows: readonly ActivityRow[],
  isListed: IsListed = () => false,
): Promise<ActivityEntry[]> {
  const names = await namesIn(reader, rows);
  return rows.map((row) => presentEntry(row, names, isListed));
}
