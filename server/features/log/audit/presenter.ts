import { actorLabel, formerLabel } from '../../../../contract/log/activity.rules.ts';
import type { AuditEntry, AuditPerson } from '../../../../contract/log/audit.ts';
import { subjectOf } from '../../../db/audit-chain/subject.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';
import type { FindListed } from '../../../visitor/guest-id.ts';
import { namesOf } from '../activity/names.ts';
import { presentActivity } from '../activity/presenter.ts';

export async function presentAudit(
  reader: Db,
  rows: readonly ActivityRow[],
  findListed?: FindListed,
): Promise<AuditEntry[]> {
  const entries = await presentActivity(reader, rows, findListed);
  return entries.map((entry, index) => {
    const row = rows[index] as ActivityRow;
    return { ...entry, kind: row.kind ?? subjectOf(row).kind };
  });
}

export async function presentPeople(reader: Db, ids: readonly string[]): Promise<AuditPerson[]> {
  const names = await namesOf(reader, ids);
  return ids.map((id) => {
    const known = names.get(id);
    const name = known && (known.isFormer ? formerLabel(known.name) : known.name);
    return { id, name: name ?? actorLabel(id) ?? id };
  });
}
