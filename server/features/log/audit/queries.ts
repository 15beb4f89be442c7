import { sql } from 'kysely';
import { COMMAND_LINE_ID } from '../../../../contract/log/activity.rules.ts';
import type { AuditPerson, AuditQuery } from '../../../../contract/log/audit.ts';
import { displayName } from '../../../db/queries.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';
import { decodeCursor, nextByTime, TimeCursor } from '../../../http/cursor.ts';
import { nameWithUsername } from '../activity/names.ts';

function narrowed(db: Db, { person, kind, target, from, to }: AuditQuery) {
  // Must match the indexes' condition.
  let entries = db.selectFrom('activity').where(sql<boolean>`staff = 1`);
  if (person !== undefined) entries = entries.where('user_id', '=', person);
  if (kind !== undefined) entries = entries.where('kind', '=', kind);
  if (target !== undefined) entries = entries.where('target', '=', target);
  if (from !== undefined) entries = entries.where('created_at', '>=', Date.parse(from));
  if (to !== undefined) entries = entries.where('created_at', '<', Date.parse(to));
  return entries.orderBy('created_at', 'desc');
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function auditPage(db: Db, { limit, cursor, ...query }: AuditQuery & Page) {
  const entries = narrowed(db, query).selectAll().orderBy('id', 'desc').limit(limit);
  if (cursor === undefined) return entries;
  const [at, id] = decodeCursor(TimeCursor, cursor);
  return entries.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
}

export async function searchAudit(
  db: Db,
  query: AuditQuery & Page,
): Promise<{ rows: ActivityRow[]; next: string | null }> {
  const rows = await auditPage(db, query).execute();
  return { rows, next: nextByTime(rows, query.limit) };
}

export const timesOf = (db: Db, query: AuditQuery) => [narrowed(db, query).select('created_at')];

const STAFF_MAX = 200;

export async function staffPeople(db: Db): Promise<AuditPerson[]> {
  const staff = await db
    .selectFrom('users')
    .select(['id', displayName.$notNull().as('name'), 'username'])
    .where(sql<boolean>`role <> 'user'`)
    .orderBy('name_key')
    .limit(STAFF_MAX)
    .execute();
  return [
    ...staff.map(({ id, name, username }) => ({ id, name: nameWithUsername(name, username) })),
    { id: COMMAND_LINE_ID, name: 'Command line' },
  ];
}
