import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

const BEFORE = "'mail', 'chat', 'webhook'";
const NOW = "'mail', 'chat', 'webhook', 'events'";

/** SQLite cannot change a check constraint: rebuild the table. */
async function allowOnSqlite(db: Kysely<unknown>) {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'outbox' and sql is not null`.execute(db);
  const table = rows.find(({ type }) => type === 'table')?.sql ?? '';
  const fresh = table.replace(/^create table "?outbox"?/i, 'create table "outbox_fresh"').replace(BEFORE, NOW);
  await sql.raw(fresh).execute(db);
  await sql`insert into outbox_fresh select * from outbox`.execute(db);
  await sql`drop table outbox`.execute(db);
  await sql`alter table outbox_fresh rename to outbox`.execute(db);
  for (const index of rows.filter(({ type }) => type === 'index')) await sql.raw(index.sql).execute(db);
}

async function allowOnPostgres(db: Kysely<unknown>) {
  await sql`alter table outbox drop constraint outbox_channel_check`.execute(db);
  await sql`alter table outbox add constraint outbox_channel_check check (channel in (${sql.raw(NOW)}))`.execute(db);
}

/** Events have a channel of their own: the version before would send them to the URL for results. */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    await (isPostgres(db) ? allowOnPostgres(db) : allowOnSqlite(db));
    await db.schema.alterTable('outbox').addColumn('person', 'text').execute();
    await sql`update outbox set person = guest_id
      where channel = 'webhook' and state in ('queued', 'sending')`.execute(db);
    await sql`create index outbox_by_person on outbox (person, id)
      where person is not null and state in ('queued', 'sending')`.execute(db);
    await sql`create index outbox_of_person on outbox (person) where channel = 'events'`.execute(db);
    await sql`create index outbox_events on outbox (created_at, id) where channel = 'events'`.execute(db);
    await sql`create index outbox_events_sent on outbox (finished_at)
      where channel = 'events' and state = 'sent'`.execute(db);
    await sql`create index outbox_by_kind on outbox (kind, created_at, id) where kind is not null`.execute(db);
  },
};
