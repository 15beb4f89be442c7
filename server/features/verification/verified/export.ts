import { csvLine } from '../../../../contract/csv.ts';
import { VERIFIED_COLUMNS } from '../../../../contract/verification/verified.rules.ts';
import type { VerifiedQuery } from '../../../../contract/verification/verified.ts';
import type { Core } from '../../../core.ts';
import type { Db, VerifiedRow } from '../../../db/tables.ts';
import { ROWS_AT_ONCE } from '../../../http/files.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { exportedPart } from '../../log/activity/export.ts';
import { searchVerified } from './queries.ts';

/** Before the first line leaves: nobody takes addresses away without an entry of it. */
export async function recordExport(
  { transact, clock }: Pick<Core, 'transact' | 'clock'>,
  actor: Caller,
  query: VerifiedQuery,
): Promise<void> {
  const details = { change: 'verified exported', ...exportedPart(query) } as const;
  const entry = { ...actor, action: 'profile_update', details, at: clock.now() } as const;
  await transact(actor, (trx) => recordActivity(trx, entry));
}

const lineOf = (row: VerifiedRow) =>
  csvLine([
    new Date(row.verified_at).toISOString(),
    row.email,
    String(Math.round(row.took_ms / 1000)),
    row.helped === 1 ? 'yes' : 'no',
    row.gate_sub,
    row.gate_jti,
    row.gate_claims,
  ]);

/** Page by page: however many there are, no more than one page is in memory, and nothing waits for it. */
export async function* verifiedLines(reader: Db, query: VerifiedQuery): AsyncGenerator<string> {
  yield csvLine(VERIFIED_COLUMNS);
  let cursor: string | undefined;
  do {
    const { rows, next } = await searchVerified(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
    if (rows.length > 0) yield rows.map(lineOf).join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
