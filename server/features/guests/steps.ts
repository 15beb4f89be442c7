import { sql } from 'kysely';
import { QUICK_MINUTES } from '../../../contract/dashboard/dashboard.rules.ts';
import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import { deleteOldest } from '../../db/queries.ts';
import type { Db } from '../../db/tables.ts';

const QUICK_MS = QUICK_MINUTES * 60_000;

/** How far the guests got who entered since then. Not counted from the log, because staff can delete entries. */
export async function countSteps(reader: Db, since: number, now: number): Promise<Pick<Charts, 'funnel' | 'help'>> {
  // For later ones it's too early to say whether they were quick.
  const isJudged = sql`address_at <= ${now - QUICK_MS}`;
  const isQuick = sql`verified_at - address_at <= ${sql.lit(QUICK_MS)}`;
  const isHelped = sql`(helped_at is not null and helped_at - address_at <= ${sql.lit(QUICK_MS)}
    and (verified_at is null or helped_at < verified_at))`;
  const counted = (which: typeof isJudged) => sql<number>`count(case when ${isJudged} and ${which} then 1 end)`;
  const found = await reader
    .selectFrom('guest_steps')
    .select(({ fn }) => [
      fn.countAll<number>().as('entered'),
      fn.count<number>('address_at').as('gaveAddress'),
      fn.count<number>('code_at').as('enteredCode'),
      fn.count<number>('verified_at').as('verified'),
      counted(isHelped).as('helped'),
      counted(sql`${isHelped} and ${isQuick}`).as('helpedQuick'),
      counted(sql`not ${isHelped}`).as('alone'),
      counted(sql`not ${isHelped} and ${isQuick}`).as('aloneQuick'),
    ])
    .where('entered_at', '>', since)
    .executeTakeFirstOrThrow();
  const { entered, gaveAddress, enteredCode, verified, helped, helpedQuick, alone, aloneQuick } = found;
  return {
    funnel: { entered, gaveAddress, enteredCode, verified },
    help: { with: { guests: helped, verified: helpedQuick }, without: { guests: alone, verified: aloneQuick } },
  };
}

export const deleteOldSteps = async (db: Db, before: number, most: number): Promise<number> =>
  (await deleteOldest(db, { table: 'guest_steps', key: 'guest_id', time: 'entered_at', before }, most)).length;
