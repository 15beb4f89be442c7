import { sql } from 'kysely';
import pg from 'pg';
import type { Keys } from '../../server/crypto/keys.ts';
import type { Db } from '../../server/db/tables.ts';
import { takeNumbers } from '../../server/features/notifications/queries.ts';
import { insertManyUsers } from '../many-users.ts';
import { insertEntries } from './entries.ts';
import { addressOf, DAY_MS, emailOf, numbers, oneOf, ROWS_AT_ONCE, type Spread } from './numbers.ts';

export interface Amounts {
  readonly days: number;
  readonly users: number;
  readonly entries: number;
  readonly notifications: number;
  readonly verified: number;
}

/** The data of this many days. No notification was read, and everything is kept for as long as possible. */
export async function fillDays(db: Db, keys: Keys, amounts: Amounts, databaseUrl: string | null): Promise<void> {
  const end = Date.now();
  const spread = (count: number): Spread => ({ count, start: end - amounts.days * DAY_MS, end });
  await keepFor(db, KEPT_DAYS);
  await insertManyUsers(db, keys, { count: amounts.users, databaseUrl });
  await insertEntries(db, keys, spread(amounts.entries));
  await db.transaction().execute((trx) => takeNumbers(trx, amounts.notifications));
  await inSteps(amounts.notifications, (from) => insertNotifications(db, spread(amounts.notifications), from));
  await inSteps(amounts.verified, (from) => insertVerified(db, spread(amounts.verified), from));
  if (databaseUrl !== null) await vacuum(databaseUrl);
}

/** Longer than the age of any data here. */
const KEPT_DAYS = 400;

export async function keepFor(db: Db, days: number): Promise<void> {
  for (const name of ['activityRetentionDays', 'guestRetentionDays'])
    await db
      .insertInto('settings')
      .values({ name, value: String(days) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(days) }))
      .execute();
}

async function inSteps(count: number, insert: (from: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE) await insert(from);
}

/** Warnings are rare. */
const insertNotifications = (db: Db, spread: Spread, from: number) =>
  sql`
    with recursive ${numbers(db, spread, from)}
    insert into notifications
      (id, type, severity, title, message, group_key, count, is_read, seq, ip_address, location, created_at, about_kind)
    select id,
      case when n % 1000 = 7 then 'mail_failure' else ${oneOf(sql`n`, ['page_view', 'code_result', 'page_view', 'user_login', 'failed_login'])} end,
      case when n % 1000 = 7 then 'warning' else 'info' end,
      'Page view', 'A guest from Norway looked at the page for the code', 'page-view:' || ${addressOf(sql`n`, '.')}, 1, 0, n + 1,
      ${addressOf(sql`n`, '.')}, 'Norway', at, 'guests'
    from numbers`.execute(db);

/** One in four came with a gate token. */
const insertVerified = (db: Db, spread: Spread, from: number) =>
  sql`
    with recursive ${numbers(db, spread, from)}
    insert into verified_addresses
      (id, email, email_key, guest_id, verified_at, took_ms, helped, gate_jti, gate_sub, gate_claims)
    select id, ${emailOf(sql`n`)}, ${emailOf(sql`n`)}, 'browser-' || n, at, 30000 + n % 90000, case when n % 9 = 0 then 1 else 0 end,
      case when n % 4 = 0 then id end, case when n % 4 = 0 then 'customer-' || n end,
      case when n % 4 = 0 then '{"plan":"basic"}' end
    from numbers`.execute(db);

/** Vacuums, as autovacuum does in a year. On a connection of its own, because it exceeds the query timeout. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
