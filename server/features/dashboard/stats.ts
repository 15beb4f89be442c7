import { sql } from 'kysely';
import type { Action } from '../../../contract/activity.rules.ts';
import type { Charts } from '../../../contract/dashboard.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { onlineSessions } from '../../sessions/online.ts';
import type { Sessions } from '../../sessions/sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export interface DashboardDeps {
  readonly reader: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

export async function stats({ reader, clock, sessions }: DashboardDeps) {
  const now = clock.now();
  await sessions.flush();
  const { totalUsers } = await reader
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('totalUsers'))
    .executeTakeFirstOrThrow();
  const { onlineUsers } = await onlineSessions(reader, now)
    .select((row) => row.fn.count<number>('user_id').distinct().as('onlineUsers'))
    .executeTakeFirstOrThrow();
  const { needingAuth } = await reader
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('needingAuth'))
    .where('status', '=', sql.lit('needs_auth'))
    .executeTakeFirstOrThrow();
  const { redirects } = await reader
    .selectFrom('redirects')
    .select((row) => row.fn.countAll<number>().as('redirects'))
    .where('is_persistent', '=', 0)
    .executeTakeFirstOrThrow();
  const { prompts } = await reader
    .selectFrom('guest_prompts')
    .select((row) => row.fn.countAll<number>().as('prompts'))
    .executeTakeFirstOrThrow();
  const { securityAlerts } = await reader
    .selectFrom('activity')
    .select((row) => row.fn.countAll<number>().as('securityAlerts'))
    .where('action', '=', 'failed_login')
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  return { totalUsers, onlineUsers, pendingActions: needingAuth + redirects + prompts, securityAlerts };
}

export async function charts({ reader, clock }: DashboardDeps): Promise<Charts> {
  const now = clock.now();
  const firstHour = Math.floor(now / HOUR_MS) * HOUR_MS - 23 * HOUR_MS;
  const byHour = async (action: Action) => {
    const hour = sql<number>`(created_at - ${sql.lit(firstHour)}) / ${sql.lit(HOUR_MS)}`;
    const rows = await reader
      .selectFrom('activity')
      .select((row) => [hour.as('hour'), row.fn.countAll<number>().as('count')])
      .where('action', '=', action)
      .where('created_at', '>=', firstHour)
      .groupBy(hour)
      .execute();
    return new Map(rows.map((row) => [Number(row.hour), row.count]));
  };
  const [signIns, failures] = [await byHour('login'), await byHour('failed_login')];
  const guests = async (action: Action) => {
    const { count } = await reader
      .selectFrom('activity')
      .select((row) => row.fn.count<number>('user_id').distinct().as('count'))
      .where('action', '=', action)
      .where('created_at', '>', now - DAY_MS)
      .executeTakeFirstOrThrow();
    return count;
  };
  return {
    hours: Array.from({ length: 24 }, (_, hour) => ({
      start: new Date(firstHour + hour * HOUR_MS).toISOString(),
      signIns: signIns.get(hour) ?? 0,
      failures: failures.get(hour) ?? 0,
    })),
    funnel: {
      entered: await guests('page_view'),
      gaveAddress: await guests('email_entry'),
      enteredCode: await guests('code_entry'),
      verified: await guests('code_success'),
    },
  };
}

/** Many pages ask for the same again and again: it is found out once for all of them, at most so often. */
export function keptFor<T>(ms: number, clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    const now = clock.now();
    if (kept === null || now - kept.at >= ms || now < kept.at) {
      const value = find();
      const mine = { at: now, value };
      kept = mine;
      value.catch(() => {
        if (kept === mine) kept = null;
      });
    }
    return kept.value;
  };
}
