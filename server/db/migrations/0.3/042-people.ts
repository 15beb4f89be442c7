import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What finds a person's rows, legal holds, and the list of erasures. */
export const peopleRights: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await db.schema
      .createTable('legal_holds')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('until_at', 'bigint', (column) => column.notNull())
      .addColumn('set_by', 'text', (column) => column.notNull())
      .addColumn('set_name', 'text', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('erasures')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text')
      .addColumn('began_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    // Addresses that guests typed are masked and have a hash; those they confirmed are whole.
    const part = (name: string) =>
      isPostgres ? `substring(details from '"${name}":"([^"]+)"')` : `json_extract(details, '$.${name}')`;
    for (const statement of [
      `create index activity_by_address on activity (coalesce(${part('addressHash')}, lower(${part('email')})))
        where action in ('email_entry', 'code_success')`,
      'create index guest_verifications_by_address on guest_verifications (lower(email))',
      'create index verified_addresses_by_browser on verified_addresses (guest_id)',
      "create index outbox_by_recipient on outbox (lower(recipient)) where channel <> 'chat'",
      'create index notifications_by_subject on notifications (about_id) where about_id is not null',
      'create index gate_passes_by_subject on gate_passes (sub) where sub is not null',
    ])
      await sql.raw(statement).execute(db);
  },
};
