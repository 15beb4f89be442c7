import { actorLabel, isPseudonym, UNKNOWN_USER } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { ActivityCsvEntry } from '../../../../contract/log/activity-csv.rules.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import { iso } from '../../../clock.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';
import { type FindListed, guestMark } from '../../../visitor/guest-id.ts';
import { aboutUserId, actorIn, apiKeyOf, type Details, detailsOf, type Names, namesIn } from './names.ts';

/** Masks again, because version 0.1 stored what the guest typed. */
function presentDetails(action: ActivityRow['action'], details: Details): ActivityEntry['details'] {
  const { addressHash: _, apiKey: __, ...shown } = details as NonNullable<ActivityEntry['details']>;
  return action === 'email_entry' ? { ...shown, email: maskedEmail(String(shown.email)) } : shown;
}

const presentErased = (userId: string) => ({ userId, name: String(actorLabel(userId)), isFormer: true });

function presentAbout(details: Details, names: Names): ActivityEntry['about'] {
  const userId = aboutUserId(details);
  const { username, guest } = details;
  for (const id of [userId, guest]) if (typeof id === 'string' && isPseudonym(id)) return presentErased(id);
  if (userId !== null) {
    const { name, isFormer } = names.get(userId) ?? { name: String(username ?? UNKNOWN_USER), isFormer: true };
    return { userId, name, isFormer };
  }
  return typeof guest === 'string' ? { guestIp: guest } : null;
}

/** Doesn't parse details: a file can have millions of lines. */
export function presentCsvEntry(row: ActivityRow, names: Names): ActivityCsvEntry {
  const actor = actorIn(names, row);
  return {
    userId: row.user_id,
    userName: actor?.isFormer === false ? actor.name : null,
    formerName: actor?.isFormer === true ? actor.name : null,
    apiKey: apiKeyOf(row),
    action: row.action,
    page: row.page,
    ipAddress: row.ip_address,
    location: row.location,
    userAgent: row.user_agent,
    createdAt: iso(row.created_at),
  };
}

function presentEntry(row: ActivityRow, names: Names, findListed: FindListed): ActivityEntry {
  const details = detailsOf(row);
  const { guest_id: guestId } = row;
  return {
    ...presentCsvEntry(row, names),
    id: row.id,
    about: presentAbout(details, names),
    guestId: guestId !== null && findListed(guestId) ? guestId : null,
    guest: guestMark(guestId, findListed),
    device: row.device,
    details: row.details === null ? null : presentDetails(row.action, details),
  };
}

export async function presentActivity(
  reader: Db,
  rows: readonly ActivityRow[],
  findListed: FindListed = () => undefined,
): Promise<ActivityEntry[]> {
  const names = await namesIn(reader, rows);
  return rows.map((row) => presentEntry(row, names, findListed));
}
