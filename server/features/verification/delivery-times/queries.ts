import { sql } from 'kysely';
import { CASES_LEAST } from '../../../../contract/verification/delivery-times.rules.ts';
import { sweepTable } from '../../../db/batches.ts';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LOOKED_AT_MOST = 20_000;

export interface MailTime {
  readonly domain: string;
  readonly verifiedAt: number;
  readonly tookMs: number;
}

export async function writeTimes(db: Db, times: readonly MailTime[]): Promise<void> {
  const rows = times.map(({ domain, verifiedAt, tookMs }) => ({
    id: newId(verifiedAt),
    domain,
    verified_at: verifiedAt,
    took_ms: tookMs,
  }));
  await db.insertInto('mail_times').values(rows).execute();
}

export async function domainTimes(reader: Db, now: number, most: number) {
  const query = sql<{ domain: string; cases: number; median: number; slow: number }>`
    with latest as (
      select domain, took_ms from mail_times where verified_at > ${now - DAY_MS}
      order by verified_at desc limit ${sql.lit(LOOKED_AT_MOST)}
    ), ranked as (
      select domain, took_ms, row_number() over (partition by domain order by took_ms) as place,
        count(*) over (partition by domain) as cases
      from latest
    )
    select domain, cases,
      min(case when place * 2 >= cases then took_ms end) as median,
      min(case when place * 10 > cases * 9 then took_ms end) as slow
    from ranked where cases >= ${sql.lit(CASES_LEAST)}
    group by domain, cases order by cases desc, domain limit ${sql.lit(most)}`;
  return (await query.execute(reader)).rows;
}

export const sweepMailTimes = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'mail_times', key: 'id', time: 'verified_at', before: now - DAY_MS }, closing);
