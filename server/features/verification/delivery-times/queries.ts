import { sql } from 'kysely';
import type { DomainTimes } from '../../../../contract/verification/delivery-times.ts';
import { CASES_LEAST } from '../../../../contract/verification/verification.rules.ts';
import { DAY_MS } from '../../../clock.ts';
import { sweepTable } from '../../../db/batches.ts';
import { newId } from '../../../db/ids.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import { roundedSeconds } from './rounding.ts';

const LOOKED_AT_MOST = 20_000;

export type MailTime = Omit<Tables['mail_times'], 'id'>;

export async function writeTimes(db: Db, times: readonly MailTime[]): Promise<void> {
  const rows = times.map((time) => ({ id: newId(time.verified_at), ...time }));
  await db.insertInto('mail_times').values(rows).execute();
}

export async function domainTimes(reader: Db, now: number, most: number): Promise<DomainTimes[]> {
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
  return (await query.execute(reader)).rows.map(({ domain, cases, median, slow }) => ({
    domain,
    cases: Number(cases),
    medianSeconds: roundedSeconds(Number(median)),
    slowestTenthSeconds: roundedSeconds(Number(slow)),
  }));
}

export const sweepMailTimes = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'mail_times', key: 'id', time: 'verified_at', before: now - DAY_MS }, closing);
