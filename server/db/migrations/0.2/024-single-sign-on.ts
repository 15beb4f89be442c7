import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const singleSignOn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('oidc_links')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('linked_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addUniqueConstraint('oidc_links_subject', ['issuer', 'subject'])
      .execute();
    await db.schema
      .createTable('oidc_flows')
      .addColumn('state_hash', 'text', (column) => column.primaryKey())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text')
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('wanted', 'text')
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('oidc_flows_begun').on('oidc_flows').column('begun_at').execute();
  },
};
