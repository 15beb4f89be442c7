import { csvLine } from '../../../../contract/csv.ts';
import { actorLabel, formerLabel, UNKNOWN_USER } from '../../../../contract/log/activity.rules.ts';
import { AUDIT_COLUMNS } from '../../../../contract/log/audit.rules.ts';
import type { AuditEntry, AuditQuery } from '../../../../contract/log/audit.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/tables.ts';
import { ROWS_AT_ONCE } from '../../../http/files.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../activity/activity.ts';
import { presentAudit } from './presenter.ts';
import { searchAudit } from './queries.ts';

/** Before the first line leaves: nobody takes the trail away without an entry of it. */
export async function recordExport(
  { transact, clock }: Pick<Core, 'transact' | 'clock'>,
  actor: Caller,
  query: AuditQuery,
): Promise<void> {
  const details = { change: 'audit exported', ...query } as const;
  const entry = { ...actor, action: 'profile_update', details, at: clock.now() } as const;
  await transact(actor, (trx) => recordActivity(trx, entry));
}

const personOf = ({ userId, userName, formerName }: AuditEntry) =>
  userName ?? actorLabel(userId) ?? (formerName === null ? UNKNOWN_USER : formerLabel(formerName));

function aboutOf({ about }: AuditEntry): string | null {
  if (about === null) return null;
  if ('guestIp' in about) return about.guestIp;
  return about.isFormer ? formerLabel(about.name) : about.name;
}

const lineOf = (entry: AuditEntry) =>
  csvLine([
    entry.createdAt,
    personOf(entry),
    entry.kind,
    aboutOf(entry),
    entry.details && JSON.stringify(entry.details),
    entry.ipAddress,
    entry.location,
    entry.device,
    entry.userId,
    entry.about && 'userId' in entry.about ? entry.about.userId : null,
    entry.id,
  ]);

/** Page by page: however many there are, no more than one page is in memory, and nothing waits for it. */
export async function* auditLines(reader: Db, query: AuditQuery): AsyncGenerator<string> {
  yield csvLine(AUDIT_COLUMNS);
  let cursor: string | undefined;
  do {
    const { rows, next } = await searchAudit(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
    const entries = await presentAudit(reader, rows);
    if (entries.length > 0) yield entries.map(lineOf).join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
