import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const proposals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('setting_proposals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('proposed_by', 'text', (column) => column.notNull())
      .addColumn('proposed_name', 'text', (column) => column.notNull())
      .addColumn('ip_address', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('proposed_at', 'bigint', (column) => column.notNull())
      .addColumn('in_force_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('admin_terms')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .addColumn('began_at', 'bigint', (column) => column.notNull())
      .addColumn('began_by', 'text')
      .addColumn('ended_at', 'bigint')
      .execute();

    await db.schema
      .createTable('guest_exits')
      .addColumn('guest_id', 'text', (column) => column.primaryKey())
      .addColumn('redirect_id', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('shown_at', 'bigint', (column) => column.notNull())
      .addColumn('choice', 'text')
      .execute();
    await db.schema.createIndex('guest_exits_by_time').on('guest_exits').column('shown_at').execute();
  },
};
