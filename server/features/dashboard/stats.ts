import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { onlineSessions } from '../../sessions/sessions.ts';

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
