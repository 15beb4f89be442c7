import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('saved_views')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('query', 'text', (column) => column.notNull())
      .addColumn('shared_with', 'text')
      .execute();
    await db.schema
      .createIndex('saved_views_of_owner')
      .on('saved_views')
      .columns(['user_id', 'path', 'name'])
      .unique()
      .execute();
    await db.schema.createIndex('saved_views_of_role').on('saved_views').column('shared_with').execute();
  },
};
