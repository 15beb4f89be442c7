import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const live: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index users_needing_auth on users (id) where status = 'needs_auth'`.execute(db);
    await db.schema.createIndex('redirects_by_time').on('redirects').columns(['created_at', 'id']).execute();
    await db.schema.createIndex('sessions_by_use').on('sessions').column('seen_at').execute();
    await db.schema.createIndex('profiles_by_completion').on('profiles').column('completed_at').execute();

    await db.schema
      .createTable('guests')
      .addColumn('ip_address', 'text', (column) => column.primaryKey())
      .addColumn('last_page', 'text', (column) => column.notNull())
      .addColumn('page_since', 'bigint', (column) => column.notNull())
      .addColumn('page_views', 'integer', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('guests_by_time').on('guests').column('last_seen_at').execute();

    await db.schema
      .createTable('notifications')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('severity', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('group_key', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('is_read', 'integer', (column) => column.notNull())
      .addColumn('ip_address', 'text')
      .addColumn('location', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('notifications_by_time').on('notifications').columns(['created_at', 'id']).execute();
    await db.schema.createIndex('notifications_by_type').on('notifications').columns(['type', 'created_at']).execute();
    await sql`create index notifications_unread on notifications (id) where is_read = 0`.execute(db);
  },
};
