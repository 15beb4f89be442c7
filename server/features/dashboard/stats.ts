import { type RawBuilder, sql } from 'kysely';
import type { Action } from '../../../contract/activity.rules.ts';
import type { Charts } from '../../../contract/dashboard.ts';
import type { Clock } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { onlineSessions } from '../../sessions/sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type DashboardDeps = Pick<Core, 'reader' | 'clock' | 'sessions'>;

/** `where` is SQL of ours, with values as parameters. */
async function count(reader: Db, table: keyof Tables, where?: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} ${where === undefined ? sql`` : sql`where ${where}`}`.execute(
    reader,
  );
  return rows[0]?.count ?? 0;
}

export async function stats({ reader, clock, sessions }: DashboardDeps) {
  const now = clock.now();
  await sessions.flush();
  const { onlineUsers } = await onlineSessions(reader, now)
    .select((row) => row.fn.count<number>('user_id').distinct().as('onlineUsers'))
    .executeTakeFirstOrThrow();
  const needingAuth = await count(reader, 'users', sql`status = 'needs_auth'`);
  const redirects = await count(reader, 'redirects', sql`is_persistent = 0`);
  const prompts = await count(reader, 'guest_prompts');
  return {
    totalUsers: await count(reader, 'users'),
    onlineUsers,
    pendingActions: needingAuth + redirects + prompts,
    securityAlerts: await count(reader, 'activity', sql`action = 'failed_login' and created_at > ${now - DAY_MS}`),
  };
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
