import { type RawBuilder, sql } from 'kysely';
import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import type { Action } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { onlineSessions } from '../../sessions/sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

export type DashboardDeps = Pick<Core, 'reader' | 'clock' | 'sessions'>;

export async function count(reader: Db, table: keyof Tables, where?: RawBuilder<unknown>, what = sql`*`) {
  const those = where === undefined ? sql`` : sql`where ${where}`;
  const counting = sql<{ count: number }>`select count(${what}) as count from ${sql.table(table)} ${those}`;
  const { rows } = await counting.execute(reader);
  return rows[0]?.count ?? 0;
}

export async function stats({ reader, clock, sessions }: DashboardDeps) {
  const now = clock.now();
  await sessions.flush();
  const { onlineUsers } = await onlineSessions(reader, now)
    .select((row) => row.fn.count<number>('user_id').distinct().as('onlineUsers'))
    .executeTakeFirstOrThrow();
  const { total: totalUsers } = await reader.selectFrom('user_totals').select('total').executeTakeFirstOrThrow();
  const needingAuth = await count(reader, 'users', sql`status = 'needs_auth'`);
  const redirects = await count(reader, 'redirects', sql`is_persistent = 0`);
  const messages = await count(reader, 'guest_messages', sql`is_waiting = 1 and is_persistent = 0`);
  return {
    totalUsers,
    onlineUsers,
    pendingActions: needingAuth + redirects + messages,
    securityAlerts: await countFailures(reader, now),
  };
}

export const countFailures = (reader: Db, now: number) =>
  count(reader, 'activity', sql`action = 'failed_login' and created_at > ${now - DAY_MS}`);

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
  // By browser; older entries have only the IP address.
  const who = sql`distinct coalesce(guest_id, user_id)`;
  const guests = (action: Action) =>
    count(reader, 'activity', sql`action = ${action} and created_at > ${now - DAY_MS}`, who);
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
