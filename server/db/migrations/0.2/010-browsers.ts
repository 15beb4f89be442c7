import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A guest is now a browser. Presence is not carried over; waiting messages are. */
export const browsers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('guests').execute();
    await db.schema
      .createTable('guests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('ip_address', 'text', (column) => column.notNull())
      .addColumn('last_page', 'text', (column) => column.notNull())
      .addColumn('page_since', 'bigint', (column) => column.notNull())
      .addColumn('viewed_at', 'bigint', (column) => column.notNull())
      .addColumn('page_views', 'integer', (column) => column.notNull())
      .addColumn('presence', 'text', (column) => column.notNull())
      .addColumn('presence_since', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('guests_by_time').on('guests').column('last_seen_at').execute();

    await db.schema.alterTable('guest_verifications').addColumn('public_id', 'text').execute();
    await db.schema.alterTable('guest_verifications').addColumn('tried_at', 'bigint').execute();
    await db.schema
      .alterTable('guest_verifications')
      .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('guest_verifications').addColumn('refused_twice_at', 'bigint').execute();
    await db.schema
      .createIndex('guest_verifications_by_public_id')
      .on('guest_verifications')
      .column('public_id')
      .execute();
    await db.schema.alterTable('outbox').addColumn('guest_id', 'text').execute();
    await sql`create index outbox_by_browser on outbox (guest_id, created_at) where guest_id is not null`.execute(db);
    await db.schema.alterTable('activity').addColumn('guest_id', 'text').execute();
    await sql`create index activity_by_browser on activity (guest_id, created_at) where guest_id is not null`.execute(
      db,
    );

    await db.schema.alterTable('guest_prompts').renameTo('guest_prompts_by_address').execute();
    await db.schema
      .createTable('guest_prompts')
      .addColumn('target', 'text', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('guest_ip', 'text', (column) => column.notNull())
      .addColumn('guest_id', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into guest_prompts (target, id, guest_ip, guest_id, kind, message, created_at)
      select guest_ip, guest_ip, guest_ip, null, kind, message, created_at from guest_prompts_by_address`.execute(db);
    await db.schema.dropTable('guest_prompts_by_address').execute();
    await db.schema.alterTable('redirects').addColumn('guest_id', 'text').execute();
    await sql`create index redirects_by_browser on redirects (guest_id) where guest_id is not null`.execute(db);

    await db.schema
      .createTable('guest_care')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('claimed_by', 'text')
      .addColumn('claimed_name', 'text')
      .addColumn('claimed_at', 'bigint')
      .addColumn('claim_used_at', 'bigint')
      .addColumn('steer_id', 'text')
      .addColumn('steer_what', 'text')
      .addColumn('steer_to', 'text')
      .addColumn('steer_by', 'text')
      .addColumn('steer_at', 'bigint')
      .addColumn('steer_state', 'text')
      .addColumn('steer_state_at', 'bigint')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('guest_care_by_time').on('guest_care').column('updated_at').execute();

    await db.schema
      .createTable('guest_help')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('ip_address', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('halted_at', 'bigint')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('guest_help_by_time').on('guest_help').column('updated_at').execute();
  },
};
