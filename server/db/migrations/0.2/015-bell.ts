import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const bell: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('notifications').addColumn('about_kind', 'text').execute();
    await db.schema.alterTable('notifications').addColumn('about_id', 'text').execute();
    await sql`create index notifications_unread_by_type on notifications (type) where is_read = 0`.execute(db);
    await sql`drop index notifications_unread`.execute(db);

    await db.schema
      .createTable('notification_counts')
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('quarter', 'bigint', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('notification_counts_key', ['type', 'quarter'])
      .execute();
    await sql`
      insert into notification_counts (type, quarter, count)
      select type, created_at - created_at % 900000 as quarter, sum(count) from notifications
      where type in ('user_login', 'page_view')
        and created_at > (select max(created_at) from notifications) - 172800000
      group by type, quarter
    `.execute(db);

    await db.schema
      .createTable('admin_preferences')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('silent', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('setup_dismissed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
