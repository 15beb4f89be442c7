import { sql } from 'kysely';
import { CLOCK_SKEW_MS, isAhead } from '../../server/clock.ts';
import { isPostgres } from '../../server/db/queries.ts';
import { describeTime } from '../../server/features/dashboard/mail-checks.ts';
import { type Answer, no, ok } from './answer.ts';
import { ask, type Patient } from './patient.ts';

const ADVICE = "Compare the clocks with a time server (timedatectl). Codes, sessions and limits go by this machine's.";

export async function time({ config, db, clock, portal }: Patient): Promise<Answer> {
  const others: [string, number | null | undefined][] = [
    ['PostgreSQL', isPostgres(db) ? await timeOfPostgres(db) : null],
    [config.publicUrl.origin, (await portal())?.date],
  ];
  if (config.oidc !== null) others.push([config.oidc.issuer.origin, (await ask(config.oidc.issuer))?.date]);
  const known = others.flatMap(([name, at]) => (at == null ? [] : [{ name, off: at - clock.now() }]));
  const wrong = known.find(({ off }) => Math.abs(off) > CLOCK_SKEW_MS);
  if (wrong !== undefined)
    return no(
      `The clock of ${wrong.name} is ${describeTime(Math.abs(wrong.off))} ${wrong.off > 0 ? 'ahead' : 'behind'}.`,
      ADVICE,
    );
  const newest = await db
    .selectFrom('activity')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined && isAhead(newest.created_at, clock.now()))
    return no(
      `The newest entry of the log is ${describeTime(newest.created_at - clock.now())} in the future: the clock was set back.`,
      ADVICE,
    );
  const compared = known.length === 0 ? '' : `The clock agrees with ${known.map(({ name }) => name).join(' and ')}. `;
  return ok(`${compared}No entry of the log is in the future.`);
}

async function timeOfPostgres(db: Patient['db']): Promise<number> {
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db);
  return Number(rows[0]?.at);
}
