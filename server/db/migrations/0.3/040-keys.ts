import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const keys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('networks', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('in_force_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_by', 'text')
      .execute();
    await db.schema.createIndex('api_keys_of_maker').on('api_keys').column('user_id').execute();
  },
};
